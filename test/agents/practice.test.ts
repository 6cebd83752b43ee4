import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Core, createCore } from '../../src/app.ts'
import type { ConversationEvent, StoredEvent } from '../../src/shared/event.ts'

/** The real practice agent process, our real endpoint, the real modeller. */
let core: Core
let conversation: string

beforeAll(async () => {
  core = await createCore({ mode: 'headless', home: mkdtempSync(join(tmpdir(), 'tickbird-practice-')) })
  await core.ready()
  conversation = core.api.store.create('practice').id
})
afterAll(() => core?.close())

async function turn(prompt: string, meanwhile: (event: ConversationEvent) => void = () => {}) {
  const events: ConversationEvent[] = []
  let forget = () => {}
  const ended = new Promise<Extract<ConversationEvent, { type: 'turn.end' }>>((done) => {
    forget = core.api.store.onAppend((id: string, { event }: StoredEvent) => {
      if (id !== conversation) return
      events.push(event)
      meanwhile(event)
      if (event.type === 'turn.end') done(event)
    })
  })
  core.api.turns.send(conversation, prompt, 'practice')
  const end = await ended
  forget()
  const said = events.map((event) => (event.type === 'text' ? event.text : '')).join('')
  return { end, events, said }
}

test('the plate with rounded edges and holes, as one turn', async () => {
  const { end, events, said } = await turn('a 40 x 25 x 10 mm plate with rounded edges and four 5 mm holes')
  expect(end).toMatchObject({ outcome: 'done', changes: { counts: { added: 1, removed: 0, modified: 0 } } })
  expect(end.changes.added[0]).toMatchObject({ name: 'Plate', kind: 'brep' })
  // The box, less its four rounded edges (r 2.5), less four holes of 5 mm.
  expect(end.changes.volume_after).toBeCloseTo(10_000 - (4 - Math.PI) * 2.5 ** 2 * 10 - 4 * Math.PI * 2.5 ** 2 * 10, 1)
  expect(said).toContain(
    'I made “Plate”, 40 × 25 × 10 mm, with its vertical edges rounded (r 2.5 mm) and four 5 mm holes.',
  )
  expect(events.some(({ type }) => type === 'plan')).toBe(true)
  expect(events.filter(({ type }) => type === 'permission.ask')).toEqual([])
  const tools = events.flatMap((event) => (event.type === 'tool.begin' ? [event.tool] : []))
  expect(tools[0]).toBe('get_context')
  expect(tools).toContain('boolean_difference')
})

test('it goes on with “it”, and the upright rims of holes are no edges', async () => {
  const { end, said } = await turn('chamfer its top edges 0.5 mm, then make it red and name it "Base"')
  expect([end.outcome, said]).toEqual(['done', expect.stringContaining('named “Plate” “Base”')])
  expect((end.changes.volume_after ?? 0) < (end.changes.volume_before ?? 0)).toBe(true)
})

test('it asks for what is missing and remembers what for', async () => {
  const asked = await turn('put a ball on the base')
  expect(asked.said).toContain('How big is the ball?')
  expect(asked.end.changes.counts.added).toBe(0)
  const { end } = await turn('diameter 10 mm')
  expect(end.changes.added).toMatchObject([{ name: 'Ball', size: [10, 10, 10] }])
})

test('undo that takes the last turn back', async () => {
  const { end, said } = await turn('undo that')
  expect(end.outcome).toBe('done')
  expect(said).toContain('I took back')
  expect((await turn('what is in the document?')).said).toContain('has one object: “Base”')
})

test('a tool that refuses ends the turn with its sentence', async () => {
  const { end, said } = await turn('a 10 mm cube at 100,0,0, then round all its edges 20 mm')
  expect(end.outcome).toBe('done')
  expect(said).toMatch(/^I made “Cube”, 10 × 10 × 10 mm\. Then I stopped: /)
  expect(end.changes.counts.added).toBe(1)
})

test('stop ends a long job where it is, and undo takes what was made', async () => {
  let stopped = false
  const { end } = await turn('repeat it 150 times every 20 mm in x', (event) => {
    if (event.type !== 'tool.end' || event.output === null || stopped) return
    stopped = true
    core.api.turns.stop(conversation)
  })
  expect(end.outcome).toBe('stopped')
  expect(end.changes.counts.added).toBeLessThan(149)
  expect((await turn('how many objects are there?')).end.outcome).toBe('done')
})

test('curves, solids and booleans through the whole path', async () => {
  const { end, said } = await turn(
    'a rectangle 20 x 10 at 0,100,0, then extrude it 5 mm; a rod 4 mm in diameter and 20 mm long at 10,105,-5; subtract the rod from the extrusion',
  )
  expect(said).not.toContain('stopped')
  expect(end.changes.volume_after! - end.changes.volume_before!).toBeCloseTo(20 * 10 * 5 - Math.PI * 4 * 5, 1)
})

test.each([
  'move the cube 5 mm up',
  'rotate the cube 45° around z',
  'scale the cube by 2',
  'mirror a copy of the cube across the yz plane',
  'copy the cube 30 mm to the right',
  'array the rectangle in a 2 x 2 grid every 30 mm',
  'array the rectangle 3 times around the origin',
  'a tube with outer diameter 20 mm, inner diameter 16 mm, 50 mm long at 0,200,0',
  'a ring 40 mm in diameter, 5 mm thick at 0,300,0',
  'a cone with radius 10 and height 20 at 0,400,0',
  'a disc 60 mm in diameter, 5 mm thick at 0,500,0 with six 5 mm holes and rounded edges',
  'write the text "Front" 10 mm high',
  'a hexagon with radius 12 at 50,50,0',
  'a curve through (0,0) (10,5) (20,0)',
  'make a layer called Walls',
  'put the tube on layer Walls',
  'select everything on layer Walls',
  'hide the tube',
  'show me the top view',
  'zoom to the disc',
  'how big is the disc?',
])('%s', async (prompt) => {
  const { end, said } = await turn(prompt)
  expect([end.outcome, said]).toEqual([
    'done',
    expect.not.stringMatching(/stopped|not (done|changed|understand|find)|There are/),
  ])
})
