import { fields, list, text } from '../translator/read.ts'

export interface Choice {
  id: string
  title: string
}

/** What an agent lets one choose for a session, and how it is told: an option of ACP, or one of its older requests. */
export interface Chooser {
  choices: Choice[]
  current: string | null
  /** The option's id; null where it is an older agent's own request. */
  option: string | null
}

export interface SessionChoices {
  model: Chooser | null
  mode: Chooser | null
}

/** Reads the answer to session/new or session/resume, tolerantly: what is not as expected is not there. */
export function choicesOf(answer: unknown): SessionChoices {
  const { configOptions, models, modes } = fields(answer)
  return {
    model: optionOf(configOptions, 'model') ?? older(models, 'availableModels', 'modelId', 'currentModelId'),
    mode: optionOf(configOptions, 'mode') ?? older(modes, 'availableModes', 'id', 'currentModeId'),
  }
}

function optionOf(options: unknown, category: string): Chooser | null {
  const found = list(options)
    .map(fields)
    .find((option) => option.category === category && option.type === 'select')
  const option = text(found?.id)
  if (!found || option === null) return null
  // Options may stand in groups.
  const all = list(found.options).flatMap((one) => {
    const { options: grouped } = fields(one)
    return grouped === undefined ? [one] : list(grouped)
  })
  return { option, current: text(found.currentValue), choices: all.flatMap((one) => choice(one, 'value')) }
}

function older(value: unknown, all: string, id: string, current: string): Chooser | null {
  const found = fields(value)
  const choices = list(found[all]).flatMap((one) => choice(one, id))
  return choices.length > 0 ? { option: null, current: text(found[current]), choices } : null
}

function choice(value: unknown, key: string): Choice[] {
  const found = fields(value)
  const id = text(found[key])
  return id === null ? [] : [{ id, title: text(found.name) ?? id }]
}
