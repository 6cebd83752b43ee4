import { eventsOf, type Source } from './turns.ts'

/** A conversation with every event and picture as one JSON object, in pieces. */
export function* jsonOf(source: Source): Generator<string> {
  const { store, head } = source
  const { id, title, agent, createdAt, updatedAt, document } = head
  const conversation = JSON.stringify({ id, title, agent, createdAt, updatedAt, document })
  yield `{"format":"tickbird.conversation","version":1,"conversation":${conversation},"events":[`
  let first = true
  for (const stored of eventsOf(source)) {
    yield `${first ? '' : ','}\n${JSON.stringify(stored)}`
    first = false
  }
  yield '\n],"pictures":{'
  first = true
  for (const picture of store.picturesOf(id)) {
    const kept = store.picture(picture)
    if (!kept) continue
    const data = Buffer.from(kept.bytes).toString('base64')
    yield `${first ? '' : ','}\n${JSON.stringify(picture)}:${JSON.stringify({ mime: kept.mime, data })}`
    first = false
  }
  yield '\n}}\n'
}
