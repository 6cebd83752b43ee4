// The suite is written for Node 22: it names `globSync`, which Node 20 does not have, in a part that servers never reach.
import { register } from 'node:module'

const stub = "import fs from 'node:fs';export default fs;export * from 'node:fs';export const globSync=()=>[];"
const hooks = `export async function resolve(name, context, next) {
  const ours = (name === 'fs' || name === 'node:fs') && context.parentURL?.includes('/conformance/dist/')
  return ours ? { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(stub)}`)}, shortCircuit: true } : next(name, context)
}`
if (Number(process.versions.node.split('.')[0]) < 22) {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`)
}
