import { z } from 'zod'
import type { TurnUsage } from '../shared/usage.ts'
import type { Statements } from './database.ts'

const sessionRow = z.object({ session: z.string(), openedAt: z.number() })

/** What the store keeps of agents beside the events: their own sessions, and what their turns took. */
export class AgentRecords {
  readonly #statements: Statements

  constructor(statements: Statements) {
    this.#statements = statements
  }

  session(conversation: string, agent: string): { session: string; openedAt: number } | undefined {
    const row = this.#statements
      .sql('SELECT session, opened_at AS openedAt FROM agent_sessions WHERE conversation = ? AND agent = ?')
      .get(conversation, agent)
    return sessionRow.optional().parse(row)
  }

  /** One that is kept already keeps its time. */
  keepSession(conversation: string, agent: string, session: string): void {
    this.#statements
      .sql(
        `INSERT INTO agent_sessions (conversation, agent, session, opened_at)
         SELECT id, :agent, :session, :now FROM conversations WHERE id = :id
         ON CONFLICT DO UPDATE SET session = excluded.session, opened_at = excluded.opened_at
         WHERE session <> excluded.session`,
      )
      .run({ id: conversation, agent, session, now: Date.now() })
  }

  spend(conversation: string, turn: string, { input, output, cost }: TurnUsage): void {
    this.#statements
      .sql('INSERT OR REPLACE INTO usage (turn, conversation, tokens, cost, currency) VALUES (?, ?, ?, ?, ?)')
      .run(turn, conversation, (input ?? 0) + (output ?? 0), cost?.amount ?? null, cost?.currency ?? null)
  }
}
