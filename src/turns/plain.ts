import { isKnownMethod } from '../tools/known.ts'
import { methodNamed, twinNamed } from '../tools/registry.ts'

/** How the wire names its methods: `scene.list_objects`. */
const METHOD = /\b[a-z]+\.[a-z][a-z0-9_]*/g

/** Ends of sentences, also before a quotation mark. */
const SENTENCES = /(?<=[.!?])\s+(?=[\p{Lu}“"])/u

/** A host's sentence for a person: what it calls a method is called by the title that the panel uses. */
export function withTitles(sentence: string): string {
  return sentence.replace(METHOD, (name) => {
    const spec = methodNamed(name) ?? twinNamed(name)?.spec
    if (!spec) return name
    return 'title' in spec ? `“${String(spec.title)}”` : 'this step'
  })
}

/** The part of a next step that a person can take; undefined where all of it is calls that only an agent can make. */
export function forPerson(next: string): string | undefined {
  const kept = next.split(SENTENCES).filter((sentence) => !(sentence.match(METHOD) ?? []).some(isKnownMethod))
  return kept.length > 0 ? kept.join(' ') : undefined
}

/** Marks that turn the direction of everything after them: a name with one rewrites the sentence it stands in. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Text of somebody else's, as it can stand within a sentence of ours. */
export const unturned = (text: string): string => text.replace(TURNING, '')
