import { RequestError, type StopReason } from '@agentclientprotocol/sdk'

/** One turn at a time: what a session's prompt waits on, and what its parser ends. */
export class TurnGate {
  #turn: { end(reason: StopReason): void; fail(error: RequestError): void } | null = null
  /** The user asked to stop this turn; however it ends now, it was stopped. */
  stopping = false

  get running(): boolean {
    return this.#turn !== null
  }

  /** Settles when the turn ends. Rejects at once where one is running. */
  begin(): Promise<StopReason> {
    if (this.#turn) {
      return Promise.reject(RequestError.invalidRequest(undefined, 'A prompt is running in this session.'))
    }
    this.stopping = false
    return new Promise((resolve, reject) => {
      this.#turn = { end: resolve, fail: reject }
    })
  }

  /** An end that nobody waits for is nothing. */
  end(reason: StopReason): void {
    const turn = this.#turn
    this.#turn = null
    turn?.end(this.stopping ? 'cancelled' : reason)
  }

  fail(error: RequestError): void {
    const turn = this.#turn
    this.#turn = null
    if (this.stopping) turn?.end('cancelled')
    else turn?.fail(error)
  }
}
