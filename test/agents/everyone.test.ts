import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LiveCore, whenWanted } from './live.ts'
import { claudeMachine, codexMachine, geminiMachine } from './machines.ts'
import { type ModelApi, serveModelApi } from './model-api.ts'

const MACHINES = { claude: claudeMachine, codex: codexMachine, gemini: geminiMachine }
const KEY = 'dummy-key-for-tests'
const ASK = 'CALL ask_designer {"question": "How wide?", "kind": "length"} END'

/** What every agent is to do the same way, the real ones, each against its maker's API on loopback. */
describe.each(['claude', 'codex', 'gemini'] as const)('%s', (agent) => {
  whenWanted(agent, () => {
    let models: ModelApi
    let live: LiveCore
    const home = mkdtempSync(join(tmpdir(), 'tickbird-everyone-'))

    beforeAll(async () => {
      models = await serveModelApi()
      live = await LiveCore.start(MACHINES[agent](models.url, KEY), home)
    }, 600_000)
    afterAll(async () => {
      await live?.close()
      await models?.close()
    })
    const statusOf = (core: LiveCore) => core.agents.statuses().find(({ id }) => id === agent)

    test('a question ends the turn; the answer is the next prompt of the same conversation', async () => {
      const { end, events, conversation } = await live.turn(agent, ASK)
      expect(end).toMatchObject({ outcome: 'done', trouble: null })
      expect(events.filter(({ type }) => type === 'permission.ask' || type === 'tool.begin')).toEqual([])
      const asked = events.find((event) => event.type === 'question.ask')
      if (asked?.type !== 'question.ask') throw new Error('No question came.')
      expect(asked).toMatchObject({ waits: false, questions: [{ kind: 'length', text: 'How wide?' }] })
      await live.api.turns.answerQuestion(conversation, asked.request, [
        { id: '0', kind: 'length', value: 4, unit: 'centimeters' },
      ])
      await expect
        .poll(() => live.api.store.get(conversation), { timeout: 60_000 })
        .toMatchObject({ turns: 2, running: false })
      const heard = models.asked.findLast(({ text }) => text.includes('How wide? 4 cm (40 mm)'))
      expect(heard?.earlier).toBeGreaterThan(0)
    })

    const BOX = '{"width": 40, "depth": 25, "height": 10, "name": "NAME"}'
    test.each([
      ['essentials', `CALL create_box ${BOX} END`],
      [
        'envelope',
        `CALL search_dynamic {"query": "a box"} END CALL invoke_dynamic {"id": "$FOUND", "arguments": ${BOX}} END`,
      ],
    ] as const)('from outside, with the %s, it really models', async (tools, prompt) => {
      const { outcome, objects } = await live.fromOutside(agent, tools, prompt.replace('NAME', tools))
      expect(outcome).toMatchObject({ outcome: 'done', trouble: null })
      expect(objects.find(({ name }) => name === tools)).toMatchObject({ type: 'brep' })
      const offered = models.asked.findLast(({ results }) => results.length > 0)?.tools ?? []
      expect(offered.some((name) => name.endsWith('create_box'))).toBe(tools === 'essentials')
      expect(offered.some((name) => name.endsWith('invoke_dynamic'))).toBe(true)
    })

    test('a turn tells what it took', async () => {
      const { end, conversation } = await live.turn(agent, 'Hello')
      expect(end.usage?.input ?? 0).toBeGreaterThan(0)
      expect(end.usage?.output ?? 0).toBeGreaterThan(0)
      expect(live.api.store.get(conversation)?.usage?.tokens).toBeGreaterThan(0)
      expect(statusOf(live)?.models?.length ?? 0).toBeGreaterThan(0)
    })

    test('two conversations at once: each has what it made, and hears nothing of the other', async () => {
      const names = ['Left', 'Right'] as const
      const ends = await Promise.all(
        names.map((name) => live.turn(agent, `CALL create_box ${BOX.replace('NAME', name)} END`)),
      )
      for (const [at, { end }] of ends.entries()) {
        expect(end).toMatchObject({ outcome: 'done', trouble: null, changes: { counts: { added: 1 } } })
        expect(end.changes.added.map(({ name }) => name)).toEqual([names[at]])
      }
      const heard = models.asked.filter(({ text }) => names.some((name) => text.includes(`"name": "${name}"`)))
      expect(heard.length).toBeGreaterThanOrEqual(2)
      expect(heard.filter(({ text }) => names.every((name) => text.includes(`"name": "${name}"`)))).toEqual([])
    })

    test('after a restart of Tickbird it goes on with its own session, or is told what was said', async () => {
      const { conversation } = await live.turn(agent, 'The walrus is blue')
      await live.close()
      live = await LiveCore.start(MACHINES[agent](models.url, KEY), home)
      const { end, events } = await live.turn(agent, 'And now?', { conversation })
      expect(end).toMatchObject({ outcome: 'done', trouble: null })
      const heard = models.asked.findLast(({ text }) => text.includes('And now?'))
      const told = events.some((event) => event.type === 'notice' && event.text.includes('told in short'))
      if (told) expect(heard?.text).toContain('The walrus is blue')
      else expect(heard?.earlier).toBeGreaterThan(0)
    })

    // The others try again by themselves for minutes: Codex says so at once, Gemini nothing, and is said to be silent.
    test.runIf(agent !== 'claude')('a service that cannot be reached is told while it tries again', async () => {
      const away = await LiveCore.start(MACHINES[agent]('http://127.0.0.1:9', KEY))
      try {
        const told = agent === 'codex' ? 'Codex cannot reach its service' : 'No word from Gemini'
        let activity: string | undefined
        const { end } = await away.turn(agent, 'Hello', {
          on(event, stop) {
            if (event.type !== 'notice' || !event.text.includes(told)) return
            activity = statusOf(away)?.activity
            stop()
          },
        })
        expect(end.outcome).toBe('stopped')
        if (agent === 'codex') expect(activity).toBe('offline')
      } finally {
        await away.close()
      }
    })

    test.runIf(agent === 'claude')('a service that cannot be reached is told as that', async () => {
      const away = await LiveCore.start(MACHINES[agent]('http://127.0.0.1:9', KEY))
      try {
        const { end } = await away.turn(agent, 'Hello')
        expect(end).toMatchObject({
          outcome: 'failed',
          trouble: { title: expect.stringContaining('cannot reach its service') },
        })
        expect(statusOf(away)).toMatchObject({ state: 'ready', activity: 'offline' })
      } finally {
        await away.close()
      }
    })
  })
})
