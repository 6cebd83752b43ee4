import type { WireClient } from './wire.ts'

/**
 * A plate and a field of 2^doublings cylinders in it: one cut that keeps the kernel busy, half as long again with each doubling (10: about
 * 4 s on two cores of 2024, so that half a second's limit is passed on any machine).
 * Gives the parameters of `operations.boolean_difference`.
 */
export async function slowCut(client: Pick<WireClient, 'call'>, doublings: number) {
  const plate = await client.call('geometry.create_box', { width: 1000, depth: 1000, height: 5 })
  const first = await client.call('geometry.create_cylinder', { base_center: [10, 10, -1], radius: 4, height: 7 })
  let ids: string[] = [first.guid]
  for (let step = 0; step < doublings; step++) {
    const along = step % 2 === 0 ? [10 * 2 ** (step / 2), 0, 0] : [0, 10 * 2 ** ((step - 1) / 2), 0]
    const { new_ids } = await client.call('manipulation.copy', { ids, translation: along })
    ids = [...ids, ...new_ids]
  }
  return { params: { guid_a: plate.guid, guids_b: ids } }
}
