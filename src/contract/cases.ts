import analysis from '../../test/contract/analysis.json' with { type: 'json' }
import block from '../../test/contract/block.json' with { type: 'json' }
import context from '../../test/contract/context.json' with { type: 'json' }
import creation from '../../test/contract/creation.json' with { type: 'json' }
import files from '../../test/contract/files.json' with { type: 'json' }
import geometry from '../../test/contract/geometry.json' with { type: 'json' }
import givenSteps from '../../test/contract/given.json' with { type: 'json' }
import grasshopper from '../../test/contract/grasshopper.json' with { type: 'json' }
import manipulation from '../../test/contract/manipulation.json' with { type: 'json' }
import material from '../../test/contract/material.json' with { type: 'json' }
import operations from '../../test/contract/operations.json' with { type: 'json' }
import scene from '../../test/contract/scene.json' with { type: 'json' }
import scripting from '../../test/contract/scripting.json' with { type: 'json' }
import selection from '../../test/contract/selection.json' with { type: 'json' }
import session from '../../test/contract/session.json' with { type: 'json' }
import surfaces from '../../test/contract/surfaces.json' with { type: 'json' }
import undo from '../../test/contract/undo.json' with { type: 'json' }
import units from '../../test/contract/units.json' with { type: 'json' }
import viewport from '../../test/contract/viewport.json' with { type: 'json' }
import { type ContractCase, caseFile, givenFile, type Step } from './case.ts'

const FILES = {
  session,
  context,
  scene,
  geometry,
  creation,
  operations,
  surfaces,
  manipulation,
  analysis,
  viewport,
  selection,
  material,
  block,
  units,
  files,
  grasshopper,
  scripting,
  undo,
}

/** Every case, by family; a file that is not as case.ts says fails here. What ends the host comes last. */
export const families: ReadonlyMap<string, readonly ContractCase[]> = new Map(
  Object.entries(FILES).map(([family, file]) => [family, caseFile.parse(file).cases]),
)

export const given: Readonly<Record<string, Step>> = givenFile.parse(givenSteps).given
