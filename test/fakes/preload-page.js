// Runs in the page before the built preload, which Electron would give these: `require('electron')` with a bridge to the
// page and a way to the main process, and `process`. The port's frames cross to Node through the binding `toMain`.
const { preload, platform } = TICKBIRD_TEST
const heard = new Map()
const ports = new Map()

const pack = (data) => (typeof data === 'string' ? data : Array.from(new Uint8Array(data)))
const unpack = (data) => (typeof data === 'string' ? data : new Uint8Array(data))

window.fromMain = (id, data) => ports.get(id)?.postMessage(unpack(data))

const electron = {
  contextBridge: {
    exposeInMainWorld: (name, value) =>
      Object.defineProperty(window, name, { value, writable: false, configurable: false }),
  },
  ipcRenderer: {
    on: (channel, listener) => heard.set(channel, listener),
    send: async (channel) => {
      const id = await window.toMain({ channel })
      if (id === null) return
      const { port1, port2 } = new MessageChannel()
      ports.set(id, port1)
      port1.onmessage = ({ data }) => void window.toMain({ id, data: pack(data) })
      heard.get(channel)?.({ ports: [port2] })
    },
  },
}
const require = (name) => {
  if (name === 'electron') return electron
  throw new Error(`A sandboxed preload cannot have ${name}.`)
}
new Function('require', 'process', 'module', 'exports', preload)(require, { platform }, { exports: {} }, {})
