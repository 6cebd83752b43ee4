"""What nobody could look up about Rhino, each as a switch; P numbers are the probes of `tickbird doctor --live`.

A test names the switches that it turns; the suite runs under both settings of those that matter to turns.
"""

import json
import os


class Switches(object):
    def __init__(self):
        # P2: a command that starts while a record of ours is open records into it; otherwise into one of its own.
        self.commands_fold = False
        # P3: a record in which nothing happened stays on the undo stack.
        self.keeps_empty_records = False
        # P4: edits outside any record can be undone, each for itself.
        self.unrecorded_edits_undoable = False
        # P5: RunScript outside a command comes back before the script ran.
        self.scripts_deferred = False
        # P6: how far serial numbers advance with each record, and how many records Rhino keeps.
        self.serial_step = 1
        self.max_records = 1000
        # Rhino 9: a record gets another serial number when it is redone.
        self.redo_renumbers = False
        # Measured on Rhino 8: RhinoDoc.Undo() outside a command leaves a record open.
        self.undo_leaves_record_open = True
        # P8: posted calls run while a modal dialog is open.
        self.modal_runs_posted = False
        # P11: PostCancelEvent ends a command that waits.
        self.cancel_ends_command = True
        # Kernel calls, such as booleans, that give null.
        self.kernel_fails = False
        self.rhino_version = '8.20.25157.13001'

    def set(self, values):
        for name, value in values.items():
            if not hasattr(self, name):
                raise ValueError('There is no switch %s.' % name)
            setattr(self, name, value)


switches = Switches()
switches.set(json.loads(os.environ.get('FAKE_RHINO', '{}')))
