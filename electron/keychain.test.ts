import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { SettingsService } from '../src/settings/service.ts'
import { safeStorage } from '../test/fakes/electron.ts'
import { keychain } from './keychain.ts'

afterEach(() => {
  safeStorage.available = true
  safeStorage.backend = 'gnome_libsecret'
})

test('a secret is sealed by the keychain, and is readable only through it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'tickbird-keychain-'))
  const settings = new SettingsService(home, keychain)
  await settings.setSecret('claude', 'ANTHROPIC_API_KEY', 'sk-ant-0123456789')
  expect((await settings.view()).secretStore).toBe('keychain')
  expect(readFileSync(join(home, 'secrets.json'), 'utf8')).not.toContain('sk-ant')
  expect((await settings.environmentOf('claude')).env).toEqual({ ANTHROPIC_API_KEY: 'sk-ant-0123456789' })
  // The same folder in a browser tab's core: it has no keychain, and says so instead of starting the agent without it.
  const plain = new SettingsService(home, null)
  expect((await plain.environmentOf('claude')).env).toEqual({})
  expect((await plain.view()).problems.join()).toContain('ANTHROPIC_API_KEY of claude was sealed by the desktop app')
  plain.close()
  safeStorage.available = false
  expect((await settings.environmentOf('claude')).unreadable).toEqual(['ANTHROPIC_API_KEY'])
  settings.close()
})

test.runIf(process.platform === 'linux')('a desktop that could only scramble has no keychain', async () => {
  safeStorage.backend = 'basic_text'
  expect(await keychain.available()).toBe(false)
})
