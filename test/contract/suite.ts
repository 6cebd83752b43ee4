import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { json } from '../../scripts/generate/files.ts'
import { families } from '../../src/contract/cases.ts'
import { filesIn } from '../../src/contract/live.ts'
import { type Proofs, proofsOf } from '../../src/contract/proofs.ts'
import { runCase, type Support, supportOf, titleOf } from '../../src/contract/run.ts'
import type { Outcome, Target } from '../../src/contract/target.ts'
import { ROOT } from '../../src/entries.ts'

const RECORDED = join(ROOT, 'test/contract/proofs.json')

/** Texts that cases use, with the files behind them, in a folder of their own. */
export function textsFor(secret: string): Record<string, string> {
  return { ...filesIn(mkdtempSync(join(tmpdir(), 'tickbird-contract-'))), secret }
}

/**
 * Every case against one host, each as a test. At the end what was proved is held against proofs.json, or written there
 * with TICKBIRD_PROOFS=write.
 */
export function contractSuite(where: keyof Proofs, start: () => Promise<Target>): void {
  let target: Target
  let support: Support
  const outcomes: Outcome[] = []
  beforeAll(async () => {
    target = await start()
    support = await supportOf(target)
  })

  const all = [...families.values()].flat()
  for (const [family, cases] of families) {
    describe(family, () => {
      for (const one of cases.filter(({ ends }) => !ends)) it(titleOf(one), () => check(one))
    })
  }
  describe('what ends the host', () => {
    for (const one of all.filter(({ ends }) => ends)) it(titleOf(one), () => check(one))
  })

  async function check(one: (typeof all)[number]): Promise<void> {
    const outcome = await runCase(target, one, support)
    outcomes.push(outcome)
    if (outcome.problems.length > 0) throw new Error(outcome.problems.join('\n'))
    expect(outcome.skipped, 'every case is run here, or its host says that it cannot').toBeNull()
  }

  describe('proofs', () => {
    // A part of the cases, as with vitest's -t, proves nothing about the rest.
    const isWhole = () => outcomes.length === all.length && outcomes.every(({ problems }) => problems.length === 0)
    afterAll(() => {
      if (process.env.TICKBIRD_PROOFS === 'write' && isWhole()) record(where, outcomes)
    })

    it('are those that docs/verification.md tells of', ({ skip }) => {
      if (process.env.TICKBIRD_PROOFS === 'write') skip('They are being written.')
      if (outcomes.length < all.length) skip('Only some of the cases were run.')
      expect(proofsOf(outcomes)).toEqual(recorded()[where])
    })
  })
}

export const recorded = (): Proofs => JSON.parse(readFileSync(RECORDED, 'utf8')) as Proofs

function record(where: keyof Proofs, outcomes: readonly Outcome[]): void {
  const proofs = { ...recorded(), [where]: proofsOf(outcomes) }
  writeFileSync(RECORDED, `${json(proofs)}\n`)
}
