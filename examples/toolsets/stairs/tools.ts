import type { Rhino } from './rhino.ts'

interface Stair {
  rise: number
  width: number
  start?: [number, number, number]
  step_height?: number
}

/** In one unit of the document. */
const MILLIMETRES: Record<string, number> = { millimeters: 1, centimeters: 10, meters: 1000, inches: 25.4, feet: 304.8 }

export async function create_straight_stair({ rise, width, start = [0, 0, 0], step_height }: Stair, rhino: Rhino) {
  const { units } = await rhino.call('get_document_info')
  // A document without units is taken for one in millimetres.
  const unit = MILLIMETRES[String(units)] ?? 1
  const wanted = step_height ?? 175 / unit
  const steps = Math.max(1, Math.round(rise / wanted))
  const height = rise / steps
  const depth = 630 / unit - 2 * height
  if (depth <= 0) throw new Error(`Steps of ${height} are too high to walk on; make step_height smaller.`)
  const ids: string[] = []
  for (let step = 0; step < steps; step++) {
    rhino.signal.throwIfAborted()
    const corner = [start[0] + step * depth, start[1], start[2]]
    const box = await rhino.call('create_box', { corner, width: depth, depth: width, height: height * (step + 1) })
    ids.push(String(box.guid))
    rhino.progress(step + 1, steps, `Step ${step + 1}`)
  }
  return { steps, step_height: height, step_depth: depth, ids }
}
