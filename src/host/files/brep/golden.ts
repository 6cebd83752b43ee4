import type { BrepGeometry } from '../../geometry.ts'
import type { HostKernel } from '../convert/context.ts'

/** Solids and surfaces that try every kind of face and edge the kernel makes. Tests only. */
export function goldenShapes(kernel: HostKernel): Record<string, BrepGeometry> {
  const frame = (x = 0, y = 0, z = 0) =>
    ({ origin: [x, y, z], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] }) satisfies Parameters<HostKernel['box']>[0]
  const tilted = { origin: [5, 4, 3], x: [0.6, 0, 0.8], y: [0, 1, 0], z: [-0.8, 0, 0.6] } satisfies Parameters<
    HostKernel['box']
  >[0]
  const only = (list: readonly BrepGeometry[]): BrepGeometry => list[0] as BrepGeometry
  const box = kernel.box(frame(), 20, 20, 20)
  const cut = only(kernel.difference(box, [kernel.sphere(frame(20, 20, 20), 8)], 0.001))
  const wave = kernel.interpolatedCurve(
    [
      [0, 0, 0],
      [10, 5, 3],
      [20, -3, 0],
      [30, 4, 2],
    ],
    3,
  )
  const bore = only(
    kernel.difference(kernel.cylinder(tilted, 5, 12, true), [kernel.cylinder(frame(5, 4, -20), 2, 60, true)], 0.001),
  )
  const edges = (brep: BrepGeometry) => kernel.describeBrep(brep).edges.map(({ index }) => index)
  return {
    box,
    sphere: kernel.sphere(frame(), 8),
    'tilted cylinder': kernel.cylinder(tilted, 5, 12, true),
    cone: kernel.cone(frame(), 6, 9, true),
    torus: kernel.torus(frame(), 10, 3),
    'box minus sphere': cut,
    'box with every edge rounded': kernel.filletEdges(box, edges(box), 2),
    'cut box with every edge rounded': kernel.filletEdges(cut, edges(cut), 1),
    'chamfered box': kernel.chamferEdges(box, edges(box), 2),
    'bored cylinder': bore,
    loft: kernel.loft(
      [kernel.circle(frame(), 5), kernel.circle(frame(0, 0, 10), 8), kernel.circle(frame(3, 0, 20), 3)],
      { straight: false, closed: false },
    ),
    'extruded wave': kernel.extrude(wave, [0, 0, 10], false),
    'extruded circle': kernel.extrude(kernel.circle(tilted, 4), [0, 0, 9], true),
    'extruded polyline': kernel.extrude(
      kernel.polyline(
        [
          [0, 0, 0],
          [10, 0, 0],
          [10, 6, 0],
          [4, 9, 0],
        ],
        true,
      ),
      [0, 1, 7],
      true,
    ),
    'open cylinder': kernel.cylinder(frame(), 3, 5, false),
    union: only(kernel.union([kernel.box(frame(), 10, 10, 5), kernel.cylinder(frame(5, 5, 0), 3, 12, true)], 0.001)),
    'two crossing cylinders': only(
      kernel.union(
        [
          kernel.cylinder(frame(0, 0, -10), 3, 20, true),
          kernel.cylinder({ ...frame(-10, 0, 0), x: [0, 1, 0], y: [0, 0, 1], z: [1, 0, 0] }, 2, 20, true),
        ],
        0.001,
      ),
    ),
  }
}
