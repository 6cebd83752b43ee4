import { describe, expect, it } from 'vitest'
import { asked } from './asked.ts'
import glossary from './glossary.json' with { type: 'json' }
import { searchTools } from './search.ts'
import { tokensOf } from './words.ts'

const nothingKnown = () => false
const terms = (query: string, known: (stem: string) => boolean = nothingKnown) =>
  Object.fromEntries(asked(query, known).parts.flatMap((part) => [...part]))

describe('asked', () => {
  it('adds the tools’ words for what people say, in any language and form', () => {
    expect(terms('cubes')).toHaveProperty('box')
    expect(terms('rounded off')).toHaveProperty('fillet')
    expect(terms('eliminando')).toHaveProperty('delet')
    expect(terms('alle Ebenen')).toHaveProperty('layer')
    expect(terms('オブジェクトを回転する')).toMatchObject({ rotat: 1, object: 1 })
    expect(terms('タイヤ')).not.toHaveProperty('box')
  })

  it('takes a phrase as one, and no shorter one inside it', () => {
    expect(terms('take back')).toHaveProperty('undo')
    expect(terms('take back it all')).toHaveProperty('undo')
    expect(terms('take the lid back')).not.toHaveProperty('undo')
    expect(terms('gespeicherte Ansicht')).toHaveProperty('nam')
  })

  it('counts the user’s own words more than ours for them, where the tools know them', () => {
    expect(terms('ball', () => true)).toMatchObject({ ball: 1 })
    expect(terms('ball', () => true).spher).toBeLessThan(1)
    expect(terms('palla').spher).toBe(1)
  })

  it('counts less what is there already', () => {
    expect(terms('cut a hole into the box')).toMatchObject({ cut: 1, box: 0.5 })
    expect(terms('cut a hole into the crate').box).toBeLessThan(0.6)
  })

  it.each(['', ' ', 'the of', '42 x 17 mm', '…', '\u0000'])('asks for nothing with %j', (query) =>
    expect(asked(query, nothingKnown)).toEqual({ parts: [], stems: [] }),
  )
})

describe('the glossary', () => {
  const phrases = Object.entries(glossary.concepts).flatMap(([concept, languages]) =>
    Object.entries(languages).flatMap(([language, list]) =>
      list.split(', ').map((phrase) => ({ concept, language, phrase })),
    ),
  )

  it('says everything under words that lead to a tool', () => {
    const lost = Object.keys(glossary.concepts).filter((concept) =>
      tokensOf(concept).some((word) => searchTools(word).length === 0),
    )
    expect(lost).toEqual([])
  })

  it('has each phrase once in its place, in one of six languages', () => {
    const keys = phrases.map(({ concept, language, phrase }) => `${concept} ${language} ${phrase}`)
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
    expect(phrases.filter(({ phrase }) => phrase.trim() !== phrase || tokensOf(phrase).length === 0)).toEqual([])
    expect([...new Set(phrases.map(({ language }) => language))].sort()).toEqual(['de', 'en', 'es', 'fr', 'it', 'ja'])
  })
})
