import { ClaudeTranslator } from '../claude/translator.ts'
import { CodexTranslator } from '../codex/translator.ts'
import type { TranslatorId } from '../definition.ts'
import { TranslatedChild } from '../translator/child.ts'
import type { Translator, TranslatorOptions } from '../translator/translator.ts'
import { AgentChild, type AgentProcess } from './child.ts'
import { OwnChild } from './own-child.ts'

const TRANSLATORS: Record<TranslatorId, new (options: TranslatorOptions) => Translator> = {
  claude: ClaudeTranslator,
  codex: CodexTranslator,
}

/** Starts an agent, however it is started and whatever it speaks: what comes out is ACP on a stdin and a stdout. */
export function startChild(options: TranslatorOptions): AgentProcess {
  const { command } = options
  if (command.translator) {
    return new TranslatedChild(new TRANSLATORS[command.translator](options), command.translator, options)
  }
  return command.spawn ? new OwnChild(command, command.spawn) : new AgentChild(command)
}
