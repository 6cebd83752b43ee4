import { expect, test } from 'vitest'
import { crashTrouble, timeoutTrouble, troubleOf } from './trouble.ts'

const gemini = { id: 'gemini', title: 'Gemini', signIn: 'Run gemini once and sign in.' }

test.each([
  [{ code: -32000, message: 'Gemini API key is missing or not configured.' }, 'signed_out'],
  [{ code: 401, message: '{"error":{"code":401,"message":"bad key","status":"UNAUTHENTICATED"}}' }, 'signed_out'],
  [{ code: -32603, message: 'Not logged in · Please run /login' }, 'signed_out'],
  [{ code: 429, message: 'RESOURCE_EXHAUSTED' }, 'limit'],
  [{ code: -32603, message: 'Internal error', data: { errorKind: 'rate_limit' } }, 'limit'],
  [{ code: -32603, message: 'exceeded retry limit, last status: 429 Too Many Requests' }, 'limit'],
  [{ code: -32603, message: 'Internal error' }, 'refused'],
  [new Error('boom'), 'refused'],
  ['boom', 'refused'],
  [null, 'refused'],
])('%j is %s', (error, kind) => {
  const found = troubleOf(error, gemini, '')
  expect(found.kind).toBe(kind)
  expect(found.trouble.next).not.toBe('')
  expect('details' in found.trouble).toBe(false)
})

test('the words of the model API are taken out of their JSON', () => {
  const wrapped = JSON.stringify({ error: { message: JSON.stringify({ error: { message: 'the key was refused' } }) } })
  expect(troubleOf({ code: 401, message: wrapped }, gemini, 'log').trouble).toEqual({
    title: 'Gemini is not signed in',
    cause: 'the key was refused.',
    next: gemini.signIn,
    details: 'log',
  })
  expect(
    troubleOf({ code: -32603, message: 'Internal error', data: { details: 'disk full' } }, gemini, '').trouble.cause,
  ).toBe('disk full.')
})

test('a crash says how, a timeout says how long', () => {
  const killed = crashTrouble({ code: null, signal: 'SIGKILL', error: null }, gemini, '')
  expect(killed.trouble.cause).toBe('Its process was ended by SIGKILL.')
  const never = crashTrouble({ code: null, signal: null, error: new Error('spawn ENOENT') }, gemini, '')
  expect(never.trouble.title).toBe('Gemini does not start')
  expect(timeoutTrouble('initialize', 30_000, gemini, '').trouble.cause).toContain('within 30 s')
})
