import { expect, test } from 'vitest'
import type { HostChoice } from '../../../src/shared/host.ts'
import { hostWords } from './hosts.ts'

const host = (part: Partial<HostChoice>): HostChoice => ({
  kind: 'rhino',
  label: 'Rhino 8',
  processId: 7,
  state: 'ready',
  active: false,
  documents: [],
  ...part,
})
const document = (name: string, active = false) => ({ serial: 1, name, active })

test('a place to work in is told by its documents, the one in front first, or by what is wrong', () => {
  expect(hostWords(host({ documents: [document('a.3dm'), document('', true)] }))).toBe('Untitled, a.3dm')
  expect(hostWords(host({ state: 'busy', documents: [document('a.3dm')] }))).toBe('busy')
  expect(hostWords(host({}))).toBe('ready')
  expect(hostWords(host({ kind: 'embedded', processId: null }))).toBe('works without Rhino')
})
