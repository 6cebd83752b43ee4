import type { TrafficCall } from '../../src/shared/traffic.ts'

const call = (seq: number, part: Partial<TrafficCall> & Pick<TrafficCall, 'target'>): TrafficCall => ({
  seq,
  at: Date.UTC(2026, 4, 4, 12, 0, seq),
  client: 'Cursor',
  conversation: null,
  outcome: 'ok',
  code: null,
  ms: 4.2,
  arguments: {},
  sent: ['text 420'],
  ...part,
})

/** What a log of calls has in it: one of each kind. */
export const someCalls = (): TrafficCall[] => [
  call(1, { target: 'get_context', client: '', conversation: 'x', sent: ['text 1840'] }),
  call(2, { target: 'create_box', ms: 12.6, arguments: { width: 40, corner: [0, 0, 0], name: 'text 5' } }),
  call(3, {
    target: 'fillet_edges',
    outcome: 'error',
    code: 'INVALID_PARAMS',
    ms: 3.1,
    arguments: { radius: 900, edges: 'list 12' },
    sent: ['text 96'],
  }),
  call(4, { target: 'capture_viewport', ms: 1320, sent: ['image/png 51200', 'text 60'] }),
  call(5, { target: 'delete_objects', outcome: 'asked', sent: ['question'] }),
  call(6, {
    target: 'rhino://documents/1/grundriss-erdgeschoss-mit-aussenanlagen/objects',
    outcome: 'cancelled',
    sent: [],
  }),
]
