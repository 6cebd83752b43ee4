import { isContractProcedure } from '@orpc/contract'
import { expect, test } from 'vitest'
import { contract } from './rpc.ts'

function names(router: object): string[] {
  return Object.entries(router).flatMap(([name, part]) => [name, ...(isContractProcedure(part) ? [] : names(part))])
}

test('no method has a name that functions have themselves: a client would call that instead', () => {
  const taken = names(contract).filter((name) => name in Function.prototype)
  expect(names(contract).length).toBeGreaterThan(30)
  expect(taken).toEqual([])
})
