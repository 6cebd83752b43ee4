// `process.parentPort` of a utility process, in a Node child with IPC. Messages wait until someone listens.
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  #waiting = []

  constructor() {
    super()
    process.on('message', (data) => {
      if (this.listenerCount('message') === 0) this.#waiting.push(data)
      else this.emit('message', { data, ports: [] })
    })
    this.on('newListener', (name) => {
      if (name !== 'message') return
      const waiting = this.#waiting.splice(0)
      queueMicrotask(() => {
        for (const data of waiting) this.emit('message', { data, ports: [] })
      })
    })
  }

  postMessage(message) {
    process.send(message)
  }
}

process.parentPort = new ParentPort()
// A utility process ends with its parent.
process.on('disconnect', () => process.exit(0))
