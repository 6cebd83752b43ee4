import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TroubleError } from '../shared/agent.ts'
import { OutsideClients } from './outside-clients.ts'

function somewhere(node: string | null = '/usr/bin/node') {
  const userFolder = mkdtempSync(join(tmpdir(), 'tickbird-clients-'))
  const around = { env: {}, platform: 'linux' as const, userFolder }
  return { userFolder, clients: new OutsideClients({ node: async () => node, around }) }
}

const one = async (clients: OutsideClients, id: string) =>
  (await clients.list()).clients.find((client) => client.id === id)

test('a program is connected and disconnected, and its file is then what it was', async () => {
  const { userFolder, clients } = somewhere()
  const file = join(userFolder, '.cursor/mcp.json')
  mkdirSync(join(userFolder, '.cursor'))
  writeFileSync(file, '{ "mcpServers": { "other": { "command": "x" } } }')
  expect(await one(clients, 'cursor')).toMatchObject({ present: true, state: 'not_connected', file })
  expect(await one(clients, 'zed')).toMatchObject({ present: false, state: 'not_connected' })
  expect(await clients.connect('cursor', true)).toMatchObject({ state: 'connected' })
  expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers).toMatchObject({
    other: { command: 'x' },
    tickbird: { command: '/usr/bin/node' },
  })
  expect(await one(clients, 'cursor')).toMatchObject({ state: 'connected' })
  const moved = new OutsideClients({
    node: async () => '/opt/node',
    around: { env: {}, platform: 'linux', userFolder },
  })
  expect(await one(moved, 'cursor')).toMatchObject({ state: 'old' })
  expect(await clients.connect('cursor', false)).toMatchObject({ state: 'not_connected' })
  expect(readFileSync(file, 'utf8')).toBe('{ "mcpServers": { "other": { "command": "x" } } }')
})

test('a broken file is named and left as it is', async () => {
  const { userFolder, clients } = somewhere()
  mkdirSync(join(userFolder, '.cursor'))
  const file = join(userFolder, '.cursor/mcp.json')
  writeFileSync(file, '{ not json')
  const cursor = await one(clients, 'cursor')
  expect(cursor).toMatchObject({ state: 'unreadable' })
  expect(cursor?.trouble?.cause).toContain(file)
  await expect(clients.connect('cursor', true)).rejects.toBeInstanceOf(TroubleError)
  expect(readFileSync(file, 'utf8')).toBe('{ not json')
})

test('without Node, and for a program that is not known, nothing is written', async () => {
  const { userFolder, clients } = somewhere(null)
  expect((await clients.list()).trouble?.title).toBe('Node.js is needed to connect other programs')
  await expect(clients.connect('cursor', true)).rejects.toMatchObject({
    trouble: { next: expect.stringMatching(/nodejs/) },
  })
  await expect(clients.connect('../cursor', true)).rejects.toMatchObject({
    trouble: { title: 'Nothing was connected' },
  })
  expect(existsSync(join(userFolder, '.cursor'))).toBe(false)
})
