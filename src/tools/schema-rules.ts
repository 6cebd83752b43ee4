/** What a client takes of a tool's JSON schema. Data, so that a rule is written once: for our tools, for a user's, in the docs. */
export interface SchemaRules {
  keywords: readonly string[]
  types: readonly string[]
  /** How deep objects may stand inside the arguments: 1 is an object among them. */
  nesting: number
  /** Of a parameter. */
  name: RegExp
  /** Whether a list may say that its items are of one of several types. */
  mixedLists: boolean
  /** Whether a parameter may be of one of several types. */
  typeLists: boolean
  /** Whether it may be of any type. */
  untyped: boolean
}

/**
 * What every vendor's client takes. Each rule is some client's refusal: `$ref` and unions inside lists drop the whole
 * tool list in one, a list without items in another, a tuple in a third.
 */
export const EVERY_CLIENT: SchemaRules = {
  keywords: [
    'type',
    'description',
    'enum',
    'default',
    'properties',
    'required',
    'items',
    'minItems',
    'maxItems',
    'minimum',
    'maximum',
    'exclusiveMinimum',
  ],
  types: ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'],
  nesting: 1,
  name: /^[a-z][a-z0-9_]{0,62}$/,
  mixedLists: false,
  // Those who take one type only are given one (src/mcp/profiles/).
  typeLists: true,
  untyped: true,
}

/** Where a schema breaks the rules, each as "path: what"; none where it breaks none. */
export function violations(schema: unknown, rules: SchemaRules, path: string, nesting = 0): string[] {
  if (!isObject(schema)) return [`${path}: not a schema, but ${JSON.stringify(schema)?.slice(0, 40)}`]
  const found = Object.keys(schema)
    .filter((key) => !rules.keywords.includes(key))
    .map((key) => `${path}: the keyword ${key.slice(0, 40)}`)
  const types = [schema.type ?? []].flat() as unknown[]
  const strange = types.filter((type) => !rules.types.includes(String(type)))
  if (strange.length > 0) found.push(`${path}: the type ${strange.map(String).join(', ').slice(0, 40)}`)
  if (types.length > 1 && !rules.typeLists) found.push(`${path}: several types`)
  if (types.length === 0 && !rules.untyped) found.push(`${path}: no type`)
  if (types.includes('array') && schema.items === undefined) found.push(`${path}: a list without items`)
  if (nesting > rules.nesting && schema.properties !== undefined)
    found.push(`${path}: an object too deep inside others`)
  const { properties = {}, required = [], items } = schema
  if (!isObject(properties)) found.push(`${path}: properties that are no object`)
  else found.push(...inProperties(properties, rules, path, nesting))
  if (Array.isArray(items)) found.push(`${path}: a tuple`)
  else if (items !== undefined) {
    if (!rules.mixedLists && isObject(items) && Array.isArray(items.type)) found.push(`${path}: a list of mixed types`)
    found.push(...violations(items, rules, `${path}[]`, nesting))
  }
  for (const name of Array.isArray(required) ? required : [required]) {
    if (!isObject(properties) || !Object.hasOwn(properties, String(name))) {
      found.push(`${path}: requires ${String(name).slice(0, 40)}, which is not there`)
    }
  }
  return found
}

function inProperties(properties: Record<string, unknown>, rules: SchemaRules, path: string, nesting: number) {
  return Object.entries(properties).flatMap(([name, part]) => [
    ...(rules.name.test(name) ? [] : [`${path}: the name ${JSON.stringify(name.slice(0, 40))}`]),
    ...violations(part, rules, `${path}.${name.slice(0, 40)}`, nesting + 1),
  ])
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
