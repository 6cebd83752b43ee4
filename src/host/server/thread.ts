import type { MessagePort } from 'node:worker_threads'
import { Fault } from '../../wire/fault.ts'
import { toJson } from '../../wire/frame.ts'
import { createKernel } from '../kernel/kernel.ts'
import { worldFrame } from '../methods/frame.ts'
import { Modeller } from '../methods/modeller.ts'
import type { FromModeller, ToModeller } from './messages.ts'

/**
 * The thread of the document and the kernel. The kernel's calls block it, so it takes one call after the other; the
 * main thread sends the next one when it has the answer.
 */
export async function runThread(port: MessagePort): Promise<void> {
  const say = (message: FromModeller, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  const kernel = await createKernel()
  const modeller = new Modeller(kernel)
  port.on('message', (message: ToModeller) => {
    if (message.kind === 'gone') modeller.connectionLost(message.connection)
    else void answer(modeller, message).then(({ reply, transfer }) => say(reply, transfer))
  })
  warmUp(kernel)
  say({ kind: 'ready' })
}

async function answer(
  modeller: Modeller,
  { job, connection, method, params }: Extract<ToModeller, { kind: 'call' }>,
): Promise<{ reply: FromModeller; transfer: ArrayBuffer[] }> {
  try {
    const result = await modeller.answer(connection, method, params)
    const json = new TextEncoder().encode(toJson(result))
    return { reply: { kind: 'result', job, json }, transfer: [json.buffer] }
  } catch (error) {
    const { code, message, details } = asFault(error, method)
    return { reply: { kind: 'fault', job, code, message, details }, transfer: [] }
  }
}

function asFault(error: unknown, method: string): Fault {
  if (error instanceof Fault) return error
  if (error instanceof RangeError && error.message === 'Invalid string length') {
    return new Fault('TOO_LARGE', 'The answer is larger than a message can be.', {
      next: 'Ask for less at once: fewer objects, or a page of them with offset and limit.',
    })
  }
  console.error(`${method} failed in a way nobody foresaw:`, error)
  return new Fault('INTERNAL_ERROR', `${method} failed: ${error instanceof Error ? error.message : String(error)}`, {
    next: 'Nothing was changed. Try another way, and report this with the log.',
  })
}

/** The first boolean compiles much of the kernel; better now than while a person waits. */
function warmUp(kernel: Awaited<ReturnType<typeof createKernel>>): void {
  const box = kernel.box(worldFrame(), 2, 2, 2)
  const ball = kernel.sphere(worldFrame([2, 2, 2]), 1)
  const cut = kernel.difference(box, [ball], 0.01)
  for (const made of [box, ball, ...cut]) kernel.release(made)
}
