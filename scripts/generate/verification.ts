import type { Proof, Proofs } from '../../src/contract/proofs.ts'
import { KNOWN_METHODS } from '../../src/tools/known.ts'
import recorded from '../../test/contract/proofs.json' with { type: 'json' }

const HOSTS = { embedded: 'Built-in modeller', rhino: 'Plugin on the fake Rhino' } as const
type Host = keyof typeof HOSTS

const WORDS = { computed: 'values', shape: 'call and shape', none: '–' } as const

const INTRODUCTION = `# What has been verified, and how

For every method of the wire, what the contract's cases have proved on each host. This page is made by
\`npm run generate\` from \`test/contract/proofs.json\`, which the contract tests write with \`TICKBIRD_PROOFS=write\` and
otherwise hold what they prove against; do not edit it.

The cases are data (\`test/contract/*.json\`). Each is a call over TCP to a real host process: the built-in modeller, and
the Rhino plugin in a fake Rhino whose API is checked against RhinoCommon's published types. A case runs as a turn; the
turn is taken back, and the document must be as it was. Every error must be a sentence with a next step.

- **values**: a call gave the values that it must give, in the shape that the tool promises.
- **call and shape**: Rhino's own kernel would compute the values, and the fake has none. The call was made with
  arguments that RhinoCommon takes, and the answer has the promised shape. Its numbers are proved in a real Rhino only.
- **–**: the host says that it cannot do it, with \`NOT_IMPLEMENTED\` and in \`rhino.capabilities\` alike.

*Refuses* names the codes with which wrong calls were refused.

No real Rhino has taken part in this page. \`tickbird doctor --live\` runs the same cases in yours.
`

export function verificationPage(): string {
  const proofs = recorded as Proofs
  const families = [...new Set(KNOWN_METHODS.map(familyOf))]
  return `${[INTRODUCTION, counts(proofs), ...families.map((family) => section(family, proofs))].join('\n')}`
}

const familyOf = (method: string) => (method.includes('.') ? (method.split('.')[0] ?? method) : 'session')

function counts(proofs: Proofs): string {
  const rows = (Object.keys(HOSTS) as Host[]).map((host) => {
    const of = (kind: Proof['kind']) => Object.values(proofs[host]).filter((proof) => proof.kind === kind).length
    const cases = Object.values(proofs[host]).reduce((sum, proof) => sum + proof.cases, 0)
    return `| ${HOSTS[host]} | ${of('computed')} | ${of('shape')} | ${of('none')} | ${cases} |`
  })
  return ['| host | values | call and shape | – | cases |', '| - | - | - | - | - |', ...rows, ''].join('\n')
}

function section(family: string, proofs: Proofs): string {
  const title = `${family.slice(0, 1).toUpperCase()}${family.slice(1)}`
  const rows = KNOWN_METHODS.filter((method) => familyOf(method) === family).map(
    (method) =>
      `| \`${method}\` | ${cell(proofs.embedded[method])} | ${cell(proofs.rhino[method])} | ${refusals(method, proofs)} |`,
  )
  const head = [`| method | ${HOSTS.embedded} | ${HOSTS.rhino} | refuses |`, '| - | - | - | - |']
  return [`## ${title}`, '', ...head, ...rows, ''].join('\n')
}

const cell = (proof: Proof | undefined) => (proof ? WORDS[proof.kind] : '**no proof**')

function refusals(method: string, proofs: Proofs): string {
  const codes = (Object.keys(HOSTS) as Host[]).flatMap((host) => proofs[host][method]?.refuses ?? [])
  const own = [...new Set(codes)].filter((code) => code !== 'NOT_IMPLEMENTED').sort()
  return own.map((code) => `\`${code}\``).join(', ')
}
