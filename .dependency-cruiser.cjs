/** The rooms and who may enter them (ARCHITECTURE.md). Each room lists what it may import, beside itself. */
const ROOMS = {
  shared: [],
  home: [],
  wire: ['shared'],
  tools: ['shared', 'wire'],
  rhino: ['shared', 'wire', 'tools', 'home'],
  mcp: ['shared', 'wire', 'tools', 'rhino', 'turns', 'home'],
  agents: ['shared', 'home'],
  connect: ['home'],
  settings: ['shared', 'home'],
  turns: ['shared', 'wire', 'tools', 'rhino'],
  conversation: ['shared', 'home'],
  rpc: ['shared', 'home'],
  host: ['shared', 'wire', 'tools', 'home'],
  contract: ['shared', 'wire', 'tools', 'rhino', 'home'],
}

/** Packages that only one room may import. */
const SOLE_USER = [
  ['@modelcontextprotocol/', '^src/mcp/'],
  ['@agentclientprotocol/', '^src/agents/'],
  ['@photostructure/sqlite', '^src/(conversation|home)/'],
  ['(replicad-opencascadejs|rhino3dm)', '^src/host/'],
  ['electron/', '^electron/'],
]

module.exports = {
  forbidden: [
    ...Object.entries(ROOMS).map(([room, allowed]) => ({
      name: `room-${room}`,
      severity: 'error',
      from: { path: `^src/${room}/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(src|renderer|electron|test)/',
        pathNot: [
          `^src/(${[room, ...allowed].join('|')})/`,
          '^src/(entries|version|node-child)\\.ts$',
          ...(room === 'contract' ? ['^test/contract/[a-z]+\\.json$'] : []), // Its cases, which are data.
        ],
      },
    })),
    {
      name: 'renderer-sees-shared-only',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(src|electron|test)/', pathNot: '^src/shared/' },
    },
    {
      name: 'electron-sees-app-and-shared',
      severity: 'error',
      from: { path: '^electron/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(src|renderer|test)/', pathNot: '^src/(shared/|app\\.ts|entries\\.ts|node-child\\.ts)' },
    },
    ...SOLE_USER.map(([pkg, room]) => ({
      name: `only-in${room.replaceAll(/[^a-z]+/g, '-')}`,
      severity: 'error',
      from: { path: '^(src|renderer|electron)/', pathNot: [room, '\\.test\\.tsx?$'] },
      to: { path: `node_modules/${pkg}` },
    })),
    {
      name: 'no-cycles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
