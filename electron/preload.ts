// Runs sandboxed in front of the panel's page: no Node, nothing to call but this. contextBridge cannot carry a port, so
// it goes to the page as a message; the page checks that the message is its own window's.
import { contextBridge, ipcRenderer } from 'electron'

ipcRenderer.on('rpc-port', (event) => window.postMessage('rpc-port', '*', event.ports as MessagePort[]))

contextBridge.exposeInMainWorld(
  'shell',
  Object.freeze({ platform: process.platform, requestPort: () => ipcRenderer.send('rpc-port') }),
)
