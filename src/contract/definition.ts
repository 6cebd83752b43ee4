const item = (name: string, type: string, code: number, value: string, index = '') =>
  `<item name="${name}"${index} type_name="${type}" type_code="${code}">${value}</item>`
const chunk = (name: string, items: readonly string[], chunks: readonly string[] = [], index = '') =>
  `<chunk name="${name}"${index}><items count="${items.length}">${items.join('')}</items>` +
  `<chunks count="${chunks.length}">${chunks.join('')}</chunks></chunk>`
const guid = (name: string, value: string, index = '') => item(name, 'gh_guid', 9, value, index)
const text = (name: string, value: string) => item(name, 'gh_string', 10, value)
const number = (name: string, value: number) => item(name, 'gh_double', 6, String(value))
const count = (name: string, value: number) => item(name, 'gh_int32', 3, String(value))
const attributes = (x: number) => chunk('Attributes', [item('Pivot', 'gh_drawing_pointf', 31, `<X>${x}</X><Y>100</Y>`)])

const SLIDER = '11111111-1111-4111-8111-111111111111'
const CIRCLE = '22222222-2222-4222-8222-222222222222'
const parameter = (name: string, nickname: string, id: string, index: number, sources: readonly string[]) =>
  chunk(
    name,
    [
      guid('InstanceGuid', id),
      text('Name', nickname),
      text('NickName', nickname),
      count('SourceCount', sources.length),
      ...sources.map((source, at) => guid('Source', source, ` index="${at}"`)),
    ],
    [],
    ` index="${index}"`,
  )

const slider = chunk(
  'Container',
  [guid('InstanceGuid', SLIDER), text('Name', 'Number Slider'), text('NickName', 'Radius'), count('SourceCount', 0)],
  [attributes(50), chunk('Slider', [count('Digits', 1), number('Min', 0), number('Max', 10), number('Value', 4)])],
)
const circle = chunk(
  'Container',
  [guid('InstanceGuid', CIRCLE), text('Name', 'Circle'), text('NickName', 'Circle')],
  [
    attributes(200),
    parameter('param_input', 'Plane', '33333333-3333-4333-8333-333333333333', 0, []),
    parameter('param_input', 'Radius', '44444444-4444-4444-8444-444444444444', 1, [SLIDER]),
    parameter('param_output', 'Circle', '55555555-5555-4555-8555-555555555555', 0, []),
  ],
)
const object = (type: string, name: string, container: string, index: number) =>
  chunk('Object', [guid('GUID', type), text('Name', name)], [container], ` index="${index}"`)

/** A Grasshopper definition as it stands in a .ghx file: a slider “Radius”, 0 to 10 and at 4, into a circle. */
export const DEFINITION = `<?xml version="1.0" encoding="utf-8"?>
<Archive name="Root"><items count="0"></items><chunks count="1">${chunk(
  'Definition',
  [],
  [
    chunk(
      'DefinitionObjects',
      [count('ObjectCount', 2)],
      [
        object('57da07bd-ecab-415d-9d86-af36d7073abc', 'Number Slider', slider, 0),
        object('807b86e3-be8d-4970-92b5-f8cdcb45b06b', 'Circle', circle, 1),
      ],
    ),
  ],
)}</chunks></Archive>
`
