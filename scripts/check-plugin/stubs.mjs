// RhinoCommon's types as they are published, mended where they say less than RhinoCommon does.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = 'rhino-plugin/checks/stubs.txt'
export const STUBS = '.cache/plugin-stubs'

/** The Python of this machine; it was found when the stubs were fetched. */
export const pythonName = () =>
  ['python3', 'python'].find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? 'python3'

/** Interfaces that promise all that others do, which the stubs leave out. */
const BASES = {
  IGH_DocumentObject: 'IGH_InstanceDescription',
  IGH_ActiveObject: 'IGH_DocumentObject',
  IGH_Param: 'IGH_ActiveObject',
  IGH_Component: 'IGH_ActiveObject',
}

/** Classes inside classes, which the stubs have beside them. */
const NESTED = { HatchPattern: ['Defaults'] }

/** Fetches them into .cache/ unless they are there. What went wrong, in words, or undefined. */
export function fetchStubs() {
  const wanted = createHash('sha256')
    .update(readFileSync(LIST))
    .update(readFileSync(import.meta.filename))
    .digest('hex')
  const stamp = join(STUBS, 'stamp')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return undefined
  const fresh = `${STUBS}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  const trouble = install(fresh)
  if (trouble) {
    rmSync(fresh, { recursive: true, force: true })
    return trouble
  }
  for (const path of stubsIn(fresh)) writeFileSync(path, mend(readFileSync(path, 'utf8')))
  writeFileSync(join(fresh, 'stamp'), wanted)
  rmSync(STUBS, { recursive: true, force: true })
  renameSync(fresh, STUBS)
  return undefined
}

function install(folder) {
  const asked = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile']
  const from = ['--only-binary', ':all:', '--require-hashes', '--retries', '1', '--timeout', '20']
  let trouble = 'Python 3 with pip was not found.'
  for (const python of ['python3', 'python']) {
    const run = spawnSync(python, [...asked, ...from, '--target', folder, '-r', LIST], { encoding: 'utf8' })
    if (run.status === 0) return undefined
    if (!run.error) trouble = run.stderr.trim().split('\n').slice(-6).join('\n')
  }
  return trouble
}

function stubsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.pyi'))
    .map((name) => join(folder, name))
}

/**
 * One stub file:
 * - events become attributes that take += and -=, not only add_Event;
 * - members of an enum can be joined with |;
 * - InvokeOnUiThread takes its delegate alone (`params` of C#);
 * - static properties become attributes of the class, where Plane.WorldXY would be a property object otherwise;
 * - classes inside classes are found there, and interfaces have what those have that they build on;
 * - where a class has a member named like a type (Circle.Plane), the type is named apart, or it would be unknown there.
 */
export function mend(text) {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/^class (\w+):/gm, (line, name) => (BASES[name] ? `class ${name}(${BASES[name]}):` : line))
    .replace('from enum import Enum', 'from enum import Flag as Enum\nfrom System import NetEvent')
    .replace('method: Delegate, args: Iterable[object]', 'method: object, *args: object')
    .split('\n')
  const types = new Set()
  for (const line of lines) {
    const type = /^(?:class (\w+)|from [\w.]+ import (\w+)$)/.exec(line)
    if (type) types.add(type[1] ?? type[2])
  }
  const apart = new Set()
  const mended = []
  for (const body of classes(lines)) mended.push(...mendClass(body, types, apart))
  return [...mended, ...[...apart].map((name) => `_type_${name} = ${name}`), ''].join('\n')
}

/** The lines in runs that each begin with a class, save the first. */
function classes(lines) {
  const runs = [[]]
  for (const line of lines) {
    if (line.startsWith('class ')) runs.push([])
    runs.at(-1).push(line)
  }
  return runs
}

function mendClass(body, types, apart) {
  const members = new Set()
  for (const line of body) {
    const member = /^ {4}(?:def )?(\w+)(?:\(| =|:)/.exec(line)
    if (member && types.has(member[1])) members.add(member[1])
  }
  const out = []
  const events = new Set()
  for (let line of body) {
    for (const name of members) {
      if (!/^ {4}def /.test(line)) continue
      const named = line.replace(new RegExp(`(: |\\[|, |-> )${name}\\b(?![:.(])`, 'g'), `$1_type_${name}`)
      if (named !== line) apart.add(name)
      line = named
    }
    const event = /^ {4}def add_(\w+)\(/.exec(line)
    if (event) events.add(event[1])
    const shared =
      / @classmethod$/.test(out.at(-1) ?? '') && /^ {4}def (\w+)\(cls(?:, value: .+)?\) -> (.+): \.\.\.$/.exec(line)
    if (shared) {
      out.splice(-2)
      if (!line.includes('(cls, ')) out.push(`    ${shared[1]}: ${shared[2]}`)
    } else out.push(line)
  }
  const added = []
  for (const name of NESTED[/^class (\w+)/.exec(body[0] ?? '')?.[1]] ?? []) {
    apart.add(name)
    added.push(`    ${name}: type[_type_${name}]`)
  }
  added.push(...[...events].map((name) => `    ${name}: NetEvent`))
  // An import may stand between two classes; what is added belongs before it.
  out.splice(out.findLastIndex((line) => line.startsWith('    ')) + 1, 0, ...added)
  return out
}
