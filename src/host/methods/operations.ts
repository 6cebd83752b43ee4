import { Fault } from '../../wire/fault.ts'
import type { DocumentObject } from '../document/entry.ts'
import { kindOf } from '../document/measures.ts'
import type { BrepGeometry } from '../geometry.ts'
import type { Call, Handlers } from './call.ts'
import { brepSummary } from './describe.ts'
import { chosenEdges } from './edges.ts'
import { checkUnlocked, remove } from './objects.ts'
import { inherited } from './place.ts'

export const operations = {
  'operations.boolean_union'({ guids, delete_input }, call) {
    const inputs = solidObjects(call, guids)
    if (inputs.length < 2) {
      throw new Fault('INVALID_PARAMS', 'A union needs two different objects.', {
        parameter: 'guids',
        next: 'Name two or more solids.',
      })
    }
    const made = call.kernel.union(inputs.map(geometryOf), toleranceOf(call))
    return replace(call, inputs, made, delete_input)
  },

  'operations.boolean_difference'({ guid_a, guids_b, delete_input }, call) {
    const [from] = solidObjects(call, [guid_a])
    const cutters = solidObjects(call, guids_b)
    if (!from || share([from], cutters)) throw sameOnBothSides('guids_b')
    const made = call.kernel.difference(from.geometry, cutters.map(geometryOf), toleranceOf(call))
    return replace(call, [from, ...cutters], made, delete_input)
  },

  'operations.boolean_intersection'({ guids_a, guids_b, delete_input }, call) {
    const a = solidObjects(call, guids_a)
    const b = solidObjects(call, guids_b)
    if (share(a, b)) throw sameOnBothSides('guids_b')
    const made = call.kernel.intersection(a.map(geometryOf), b.map(geometryOf), toleranceOf(call))
    return replace(call, [...a, ...b], made, delete_input)
  },

  'operations.fillet_edge'({ brep_id, radius, edge_indices, edges }, call) {
    const [solid] = solidObjects(call, [brep_id])
    if (!solid) throw new Error('One id gives one object.')
    const made = call.kernel.filletEdges(solid.geometry, chosenEdges(call, solid.geometry, edge_indices, edges), radius)
    return replace(call, [solid], [made], true)
  },

  'operations.chamfer_edge'({ brep_id, distance, edge_indices, edges }, call) {
    const [solid] = solidObjects(call, [brep_id])
    if (!solid) throw new Error('One id gives one object.')
    const chosen = chosenEdges(call, solid.geometry, edge_indices, edges)
    const made = call.kernel.chamferEdges(solid.geometry, chosen, distance)
    return replace(call, [solid], [made], true)
  },
} satisfies Handlers

type SolidObject = DocumentObject & { readonly geometry: BrepGeometry }

const share = (a: readonly SolidObject[], b: readonly SolidObject[]): boolean =>
  a.some(({ id }) => b.some((other) => other.id === id))

const geometryOf = ({ geometry }: SolidObject): BrepGeometry => geometry
const toleranceOf = ({ doc }: Call): number => doc.settings.tolerances.absolute

/** Throws OBJECT_NOT_FOUND, or INVALID_PARAMS for what has no faces. */
function solidObjects({ doc }: Call, ids: readonly string[]): SolidObject[] {
  return checkUnlocked(doc, doc.objects(ids)).map((object) => {
    const { geometry } = object
    if (geometry.kind === 'brep') return { ...object, geometry }
    throw new Fault('INVALID_PARAMS', `Object ${object.id} is a ${kindOf(object)}, not a solid or surface.`, {
      id: object.id,
      next: 'Name solids; surfaces.extrude_curve makes one of a closed curve.',
    })
  })
}

function sameOnBothSides(parameter: string): Fault {
  return new Fault('INVALID_PARAMS', 'The same object stands on both sides.', {
    parameter,
    next: 'Name different objects on the two sides.',
  })
}

/** The results take the first input's place: its layer, name and colour. */
function replace(call: Call, inputs: readonly SolidObject[], made: readonly BrepGeometry[], deleteInput: boolean) {
  const { doc } = call
  const [first] = inputs
  if (!first) throw new Error('An operation has an input.')
  const results = made.map((geometry) => doc.add(geometry, inherited(first)))
  if (deleteInput) remove(doc, inputs)
  return {
    guids: results.map(({ id }) => id),
    count: results.length,
    objects: made.map((geometry) => brepSummary(doc, geometry)),
  }
}
