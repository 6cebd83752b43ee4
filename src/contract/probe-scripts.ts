import type { ProbeOutcome } from './probes.ts'

export interface ProbeScript {
  id: string
  question: string
  /**
   * Python that defines `steps`: functions of (doc, state) which return what they saw, as JSON can carry it. Each runs as
   * a call of its own on Rhino's UI thread, with nothing of ours between them. `state` is a dict of their own.
   */
  code: string
  read(facts: Readonly<Record<string, unknown>>): Pick<ProbeOutcome, 'answer' | 'switches'>
}

const yesOrNo = (value: unknown) => (value ? 'Yes.' : 'No.')

/** What several scripts need: points that can be counted, and Rhino's own undo. */
const POINTS = `def count(doc):
    return len([one for one in doc.Objects])
def add(doc, x):
    return doc.Objects.AddPoint(Rhino.Geometry.Point3d(x, 0.0, 0.0))
def undo(doc):
    Rhino.RhinoApp.RunScript(doc.RuntimeSerialNumber, '_Undo', False)
def clear(doc):
    for one in [one for one in doc.Objects]:
        doc.Objects.Delete(one, True)
def recorded(doc, label, work):
    serial = doc.BeginUndoRecord(label)
    work()
    doc.EndUndoRecord(serial)
    return int(serial)
`

export const SCRIPTS: readonly ProbeScript[] = [
  {
    id: 'P1',
    question: 'Does an undo record stay open from one call to the next?',
    code: `${POINTS}
def begin(doc, state):
    state['before'] = count(doc)
    state['serial'] = doc.BeginUndoRecord('Tickbird probe 1')
    add(doc, 1.0)
def end(doc, state):
    still = int(doc.CurrentUndoRecordSerialNumber) == int(state['serial'])
    add(doc, 2.0)
    doc.EndUndoRecord(state['serial'])
    undo(doc)
    return {'still_open': still}
def look(doc, state):
    left = count(doc) - state['before']
    clear(doc)
    return {'left_after_one_undo': left}
steps = [begin, end, look]
`,
    read: ({ still_open, left_after_one_undo }) => ({
      answer: still_open && left_after_one_undo === 0 ? 'Yes, and one undo takes all of it back.' : 'No.',
      switches: {},
    }),
  },
  {
    id: 'P2',
    question: 'Does a command that runs while a record is open record into it?',
    code: `${POINTS}
def begin(doc, state):
    state['before'] = count(doc)
    state['serial'] = doc.BeginUndoRecord('Tickbird probe 2')
    add(doc, 1.0)
    Rhino.RhinoApp.RunScript(doc.RuntimeSerialNumber, '_Point 2,0,0', False)
def end(doc, state):
    survived = int(doc.CurrentUndoRecordSerialNumber) == int(state['serial'])
    doc.EndUndoRecord(state['serial'])
    made = count(doc) - state['before']
    undo(doc)
    return {'made': made, 'record_survived': survived}
def look(doc, state):
    left = count(doc) - state['before']
    clear(doc)
    return {'left_after_one_undo': left}
steps = [begin, end, look]
`,
    read: ({ left_after_one_undo }) => ({
      answer: left_after_one_undo === 0 ? 'Yes: one undo takes both back.' : 'No: it has a record of its own.',
      switches: { commands_fold: left_after_one_undo === 0 },
    }),
  },
  {
    id: 'P3',
    question: 'Is a record in which nothing happened kept on the undo list?',
    code: `${POINTS}
def work(doc, state):
    state['before'] = count(doc)
    recorded(doc, 'Tickbird probe 3', lambda: add(doc, 1.0))
    recorded(doc, 'Tickbird probe 3, empty', lambda: None)
    undo(doc)
def look(doc, state):
    left = count(doc) - state['before']
    clear(doc)
    return {'left_after_one_undo': left}
steps = [work, look]
`,
    read: ({ left_after_one_undo }) => ({
      answer: yesOrNo(left_after_one_undo === 1),
      switches: { keeps_empty_records: left_after_one_undo === 1 },
    }),
  },
  {
    id: 'P4',
    question: 'Can a change outside of any record be undone?',
    code: `${POINTS}
def work(doc, state):
    recorded(doc, 'Tickbird probe 4', lambda: add(doc, 1.0))
    add(doc, 2.0)
    undo(doc)
def look(doc, state):
    left = sorted(int(round(one.Geometry.Location.X)) for one in doc.Objects)
    clear(doc)
    return {'left_after_one_undo': left}
steps = [work, look]
`,
    read: ({ left_after_one_undo }) => {
      const undoable = JSON.stringify(left_after_one_undo) === '[1]'
      return { answer: yesOrNo(undoable), switches: { unrecorded_edits_undoable: undoable } }
    },
  },
  {
    id: 'P5',
    question: 'Does RunScript come back before the script has run, and does RhinoDoc.Undo leave a record open?',
    code: `${POINTS}
def script(doc, state):
    before = count(doc)
    Rhino.RhinoApp.RunScript(doc.RuntimeSerialNumber, '_Point 3,0,0', False)
    return {'ran_at_once': count(doc) - before == 1}
def undone(doc, state):
    recorded(doc, 'Tickbird probe 5', lambda: add(doc, 1.0))
    doc.Undo()
    left_open = int(doc.CurrentUndoRecordSerialNumber)
    if left_open:
        doc.EndUndoRecord(doc.CurrentUndoRecordSerialNumber)
    clear(doc)
    return {'undo_left_open': left_open > 0}
steps = [script, undone]
`,
    read: ({ ran_at_once, undo_left_open }) => ({
      answer: `RunScript: ${ran_at_once ? 'no' : 'yes'}. RhinoDoc.Undo: ${undo_left_open ? 'yes' : 'no'}.`,
      switches: { scripts_deferred: ran_at_once !== true, undo_leaves_record_open: undo_left_open === true },
    }),
  },
  {
    id: 'P6',
    question: 'How do the serial numbers of records advance, and do they stay when a record is redone?',
    code: `${POINTS}
def begin(doc, state):
    first = recorded(doc, 'Tickbird probe 6a', lambda: add(doc, 1.0))
    second = recorded(doc, 'Tickbird probe 6b', lambda: add(doc, 2.0))
    state['redone'] = []
    def redone(sender, args):
        if args.IsEndRedo:
            state['redone'].append(int(args.UndoSerialNumber))
    state['handler'] = redone
    Rhino.Commands.Command.UndoRedo += redone
    undo(doc)
    return {'first': first, 'second': second}
def redo(doc, state):
    Rhino.RhinoApp.RunScript(doc.RuntimeSerialNumber, '_Redo', False)
def look(doc, state):
    Rhino.Commands.Command.UndoRedo -= state['handler']
    clear(doc)
    return {'redone': state['redone']}
steps = [begin, redo, look]
`,
    read: ({ first, second, redone }) => {
      const step = Number(second) - Number(first)
      const [again] = Array.isArray(redone) ? redone : []
      const renumbered = again !== undefined && again !== second
      return {
        answer: `By ${step}. ${renumbered ? 'A redone record gets a new one.' : 'They stay.'}`,
        switches: { serial_step: step, redo_renumbers: renumbered },
      }
    },
  },
  {
    id: 'P7',
    question: 'Does a thread go on after the script that began it has ended?',
    code: `import threading, time
def begin(doc, state):
    def later():
        time.sleep(0.2)
        state['thread'] = True
    threading.Thread(target=later, daemon=True).start()
def look(doc, state):
    time.sleep(0.5)
    return {'went_on': state.get('thread', False)}
steps = [begin, look]
`,
    read: ({ went_on }) => ({ answer: yesOrNo(went_on), switches: {} }),
  },
  {
    id: 'P10',
    question: 'What is the setting of the startup commands called?',
    // Names only: what stands in a setting is nobody's business.
    code: `def named(settings, path, found, depth):
    for key in settings.Keys or []:
        if 'startup' in str(key).lower():
            found.append('/'.join(path + [str(key)]))
    if depth > 0:
        for key in settings.ChildKeys or []:
            named(settings.GetChild(key), path + [str(key)], found, depth - 1)
def work(doc, state):
    found = []
    named(Rhino.PersistentSettings.RhinoAppSettings, [], found, 3)
    return {'names': found[:50]}
steps = [work]
`,
    read: ({ names }) => ({
      answer: Array.isArray(names) && names.length > 0 ? names.join(', ') : 'None of that name was found.',
      switches: {},
    }),
  },
  {
    id: 'P11',
    question: 'Does PostCancelEvent, from another thread, end a command that waits for input?',
    code: `import threading, time
def wait(doc, state):
    serial = doc.RuntimeSerialNumber
    threading.Timer(1.0, lambda: Rhino.RhinoApp.PostCancelEvent(serial)).start()
    before = time.time()
    Rhino.RhinoApp.RunScript(serial, '_Line', False)
    return {'came_back_at_once': time.time() - before < 0.8, 'waited': bool(Rhino.Commands.Command.InCommand())}
steps = [wait]
`,
    read: ({ came_back_at_once, waited }) => ({
      // That this answer could be fetched says that the command is over: no script runs while one waits.
      answer: waited || !came_back_at_once ? 'Yes.' : 'The command did not wait.',
      switches: waited ? { cancel_ends_command: true } : {},
    }),
  },
  {
    id: 'P12',
    question: 'Is Grasshopper 2 there?',
    code: `def work(doc, state):
    there, loaded, protected = Rhino.PlugIns.PlugIn.PlugInExists(System.Guid('8307876d-a461-4daa-bb77-eb3715925513'))
    return {'installed': bool(there), 'loaded': bool(loaded)}
steps = [work]
`,
    read: ({ installed, loaded }) => ({
      answer: installed ? `Yes${loaded ? ', and loaded' : ', not loaded'}.` : 'No.',
      switches: {},
    }),
  },
  {
    id: 'P13',
    question: 'Which Python runs in Rhino, and on which system?',
    code: `import platform, sys
def work(doc, state):
    return {'python': sys.version.split()[0], 'system': platform.system(), 'rhino': str(Rhino.RhinoApp.Version)}
steps = [work]
`,
    read: ({ python, system, rhino }) => ({
      answer: `Python ${python} in Rhino ${rhino} on ${system}.`,
      switches: {},
    }),
  },
]
