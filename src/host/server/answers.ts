import { Fault } from '../../wire/fault.ts'
import { encodeFrame, MAX_PAYLOAD_BYTES, PayloadTooLarge } from '../../wire/frame.ts'
import { type Answer, answerFault, type RequestId } from '../../wire/message.ts'
import type { Outcome } from './jobs.ts'

const HEADER_BYTES = 4

/** The frame of an answer whose result is JSON already; TOO_LARGE in its place where it is over the limit. */
export function frameOutcome(id: RequestId, outcome: Outcome): Buffer {
  if (!outcome.ok) return frameAnswer(answerFault(id, outcome.fault))
  const head = Buffer.from(`{"id":${JSON.stringify(id)},"result":`)
  const tail = Buffer.from(',"error":null}')
  const bytes = head.length + outcome.json.byteLength + tail.length
  if (bytes > MAX_PAYLOAD_BYTES) return frameAnswer(answerFault(id, tooLarge(bytes)))
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32BE(bytes)
  return Buffer.concat([header, head, outcome.json, tail])
}

export function frameAnswer(answer: Answer): Buffer {
  try {
    return encodeFrame(answer)
  } catch (error) {
    if (!(error instanceof PayloadTooLarge)) throw error
    return encodeFrame(answerFault(answer.id, tooLarge(error.bytes)))
  }
}

function tooLarge(bytes: number): Fault {
  const megabytes = (count: number) => `${Math.ceil(count / (1024 * 1024))} MB`
  return new Fault(
    'TOO_LARGE',
    `The answer would be ${megabytes(bytes)}, over the limit of ${megabytes(MAX_PAYLOAD_BYTES)}.`,
    { next: 'Ask for less at once: fewer objects, a smaller picture, or a page with offset and limit.' },
  )
}
