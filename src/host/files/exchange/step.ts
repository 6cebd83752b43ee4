import type { TopoDS_Shape } from 'replicad-opencascadejs'
import type { UnitSystem } from '../../../shared/geometry.ts'
import { Fault } from '../../../wire/fault.ts'
import { partsOf } from '../../kernel/explore.ts'
import { kernelFault } from '../../kernel/failure.ts'
import type { OpenCascade } from '../../kernel/load.ts'
import { withTemporaries } from '../../kernel/temporaries.ts'
import { type HostKernel, Notes } from '../convert/context.ts'
import type { FileModel, FileNote } from '../model.ts'
import { type PlainObject, plainModel } from './model.ts'

/** A file in the kernel's own memory, which is all it can read and write. */
const SCRATCH = '/exchange.step'

/** What STEP and the kernel call our units. Others are written as millimetres, and a note says so. */
const UNITS: Partial<Record<UnitSystem, string>> = {
  microns: 'UM',
  millimeters: 'MM',
  centimeters: 'CM',
  meters: 'M',
  kilometers: 'KM',
  inches: 'INCH',
  feet: 'FT',
  miles: 'MI',
}

/** Solids, surfaces and curves as STEP AP214, in the model's units. */
export function writeStep(kernel: HostKernel, model: FileModel): { bytes: Uint8Array; notes: FileNote[] } {
  const notes = new Notes()
  const { oc } = kernel
  const unit = UNITS[model.units]
  if (!unit) notes.add('units', `STEP has no unit for ${model.units}; the numbers were written as millimetres.`)
  const shapes = model.objects.flatMap(({ id, geometry }) => {
    if (geometry.kind === 'brep' || geometry.kind === 'curve') return [kernel.raw(geometry.shape)]
    notes.add('skipped', 'Only surfaces, solids and curves go into STEP; points, meshes and text were left out.', id)
    return []
  })
  if (shapes.length === 0) {
    throw new Fault('OPERATION_FAILED', 'There is no surface, solid or curve to write as STEP.', {
      next: 'Choose such objects, or save as .3dm, .obj or .stl.',
    })
  }
  const bytes = inScratch(oc, 'write the STEP file', () =>
    withTemporaries((keep) => {
      setUnit(oc, unit ?? 'MM')
      const writer = keep(new oc.STEPControl_Writer())
      for (const shape of shapes) {
        const progress = keep(new oc.Message_ProgressRange())
        const done = writer.Transfer(shape, oc.STEPControl_StepModelType.STEPControl_AsIs, true, progress)
        need(done === oc.IFSelect_ReturnStatus.IFSelect_RetDone, 'An object could not be written as STEP.')
      }
      need(writer.Write(SCRATCH) === oc.IFSelect_ReturnStatus.IFSelect_RetDone, 'The STEP file could not be written.')
      return Uint8Array.from(oc.FS.readFile(SCRATCH) as Uint8Array)
    }),
  )
  return { bytes, notes: notes.list() }
}

/** Every solid, shell, face and curve of a STEP file by itself, in the file's own units. */
export function readStep(kernel: HostKernel, bytes: Uint8Array): { model: FileModel; notes: FileNote[] } {
  const { oc } = kernel
  const units = unitsOf(Buffer.from(bytes).toString('latin1'))
  const notes = new Notes()
  if (!units) notes.add('units', 'The unit of the STEP file is unusual; lengths were converted to millimetres.')
  const objects = inScratch(oc, 'read the STEP file', () =>
    withTemporaries((keep) => {
      setUnit(oc, UNITS[units ?? 'millimeters'] ?? 'MM')
      oc.FS.writeFile(SCRATCH, bytes)
      const reader = keep(new oc.STEPControl_Reader())
      const read = reader.ReadFile(SCRATCH) === oc.IFSelect_ReturnStatus.IFSelect_RetDone
      need(read, 'The STEP file is damaged or cut off.')
      reader.TransferRoots(keep(new oc.Message_ProgressRange()))
      const roots = Array.from({ length: reader.NbShapes() }, (_, i) => keep(reader.Shape(i + 1)))
      return roots.flatMap((root) => parts(kernel, root))
    }),
  )
  need(objects.length > 0, 'There is no shape in the STEP file.')
  return { model: plainModel(objects, units ?? 'millimeters'), notes: notes.list() }
}

/** Whatever stands by itself: a face of a solid is no object of its own, nor is an edge of a face. */
function parts(kernel: HostKernel, root: TopoDS_Shape): PlainObject[] {
  return withTemporaries((keep) => {
    const found = (kind: Part, outside?: Part) => partsOf(kernel.oc, keep, root, kind, outside)
    const own = (shape: TopoDS_Shape) => shape.Oriented(shape.Orientation())
    const breps = [...found('SOLID'), ...found('SHELL', 'SOLID'), ...found('FACE', 'SHELL')]
    const curves = [...found('WIRE', 'FACE'), ...found('EDGE', 'WIRE')]
    return [
      ...breps.map((shape) => ({ name: '', geometry: kernel.adoptBrep(own(shape)) })),
      ...curves.map((shape) => ({ name: '', geometry: kernel.adoptCurve(own(shape)) })),
    ]
  })
}

type Part = Parameters<typeof partsOf>[3]

/** The unit a STEP file measures lengths in, or null for one we have no word for. */
function unitsOf(text: string): UnitSystem | null {
  const metric = /LENGTH_UNIT\s*\(\s*\)[^;]*?SI_UNIT\s*\(\s*(\$|\.\w+\.)\s*,\s*\.METRE\.\s*\)/.exec(text)?.[1]
  const named = /CONVERSION_BASED_UNIT\s*\(\s*'(\w+)'[^;]*LENGTH_UNIT/i.exec(text)?.[1]?.toUpperCase()
  if (named) return ({ INCH: 'inches', FOOT: 'feet', MILE: 'miles' } as const)[named] ?? null
  const prefixes = {
    $: 'meters',
    '.MICRO.': 'microns',
    '.MILLI.': 'millimeters',
    '.CENTI.': 'centimeters',
    '.KILO.': 'kilometers',
  } as const
  return prefixes[(metric ?? '') as keyof typeof prefixes] ?? null
}

/** Kernel numbers and file numbers in one unit: nothing is converted on the way. */
function setUnit(oc: OpenCascade, unit: string): void {
  // Known to the kernel only once a STEP object was made.
  withTemporaries((keep) => keep(new oc.STEPControl_Writer()))
  oc.Interface_Static.SetCVal('xstep.cascade.unit', unit)
  oc.Interface_Static.SetCVal('write.step.unit', unit)
}

function inScratch<T>(oc: OpenCascade, tried: string, work: () => T): T {
  const next = 'Check the file in the program it came from, or export it again.'
  try {
    return work()
  } catch (thrown) {
    throw kernelFault(oc, thrown, { tried, next })
  } finally {
    // The build cannot ask whether a file is there; an empty one is there for sure.
    oc.FS.writeFile(SCRATCH, new Uint8Array())
    oc.FS.unlink(SCRATCH)
  }
}

function need(held: boolean, message: string): asserts held {
  if (held) return
  throw new Fault('OPERATION_FAILED', message, { next: 'Export it again from where it was made.' })
}
