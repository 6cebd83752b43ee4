import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FAULT_CODES, Fault, faultFromWire } from './fault.ts'
import { answerFault, answerWith, readAnswer, readRequest } from './message.ts'

describe('a request', () => {
  it.each([
    [{ id: 'a', method: 'ping' }, {}],
    [{ id: 7, method: 'ping', params: null }, {}],
    [{ id: 'a', method: 'ping', params: [1, 2] }, {}],
    [{ id: 'a', method: 'ping', params: 'x' }, {}],
    [{ id: 'a', method: 'ping', params: { x: 1 } }, { x: 1 }],
  ])('%j has the params %j', (value, params) => {
    expect(readRequest(value)).toEqual({ ok: true, request: { id: value.id, method: 'ping', params } })
  })

  it.each([
    [[], null],
    ['text', null],
    [12, null],
    [null, null],
    [{ method: 'ping' }, null],
    [{ id: null, method: 'ping' }, null],
    [{ id: { a: 1 }, method: 'ping' }, null],
    [{ id: true, method: 'ping' }, null],
    [{ id: 'a' }, 'a'],
    [{ id: 7, method: 12 }, 7],
  ])('%j is INVALID_REQUEST with the id %j', (value, id) => {
    const read = readRequest(value)
    expect(read).toMatchObject({ ok: false, id, fault: { code: 'INVALID_REQUEST' } })
  })

  it('never throws', () => {
    fc.assert(fc.property(fc.anything(), (value) => typeof readRequest(value).ok === 'boolean'))
  })
})

describe('an answer', () => {
  it('has both keys, one of them null', () => {
    expect(answerWith(7, { a: 1 })).toEqual({ id: 7, result: { a: 1 }, error: null })
    expect(answerWith('x', undefined)).toEqual({ id: 'x', result: {}, error: null })
    expect(answerFault(null, new Fault('PARSE_ERROR', 'No.'))).toEqual({
      id: null,
      result: null,
      error: { code: -32700, message: 'No.', data: { code: 'PARSE_ERROR' } },
    })
  })

  it('is told apart from what is none', () => {
    expect(readAnswer({ id: 'a', result: 1, error: null })).toEqual({ id: 'a', result: 1, error: null })
    expect(readAnswer({ id: 'a', method: 'ping' })).toBeUndefined()
    expect(readAnswer([1])).toBeUndefined()
    expect(readAnswer(null)).toBeUndefined()
  })
})

describe('a fault', () => {
  it.each(FAULT_CODES)('%s comes back over the wire', (code) => {
    const fault = new Fault(code, 'Because.', { parameter: 'radius', next: 'Give a larger one.' })
    const back = faultFromWire(JSON.parse(JSON.stringify(fault.toWire())))
    expect(back).toMatchObject({
      code,
      message: 'Because.',
      details: { parameter: 'radius', next: 'Give a larger one.' },
    })
  })

  it('of GOLEM is understood by number, by string code, and by the word its message begins with', () => {
    expect(faultFromWire({ code: -32601, message: 'Method not found: x' }).code).toBe('NOT_FOUND')
    expect(faultFromWire({ code: 'INVALID_PARAMS', message: 'no' }).code).toBe('INVALID_PARAMS')
    expect(faultFromWire({ code: -32000, message: 'OBJECT_NOT_FOUND: abc' }).code).toBe('OBJECT_NOT_FOUND')
    expect(faultFromWire({ code: -32000, message: 'it broke' }).code).toBe('OPERATION_FAILED')
    expect(faultFromWire('nonsense')).toMatchObject({ code: 'OPERATION_FAILED', message: 'Rhino gave no reason.' })
  })
})
