import { z } from 'zod'
import data from './profiles.json' with { type: 'json' }

/** What one vendor's clients take of a tool list; `sources` says how that is known. */
export const profileSchema = z.strictObject({
  id: z.string().regex(/^[a-z]+$/),
  title: z.string(),
  /** Parts of the names that its clients give themselves, in small letters. */
  clients: z.array(z.string()),
  /** More are cut off or refused; null where no number is known. */
  mostTools: z.number().int().nullable(),
  /** What it puts before a tool's name, and how long both may be together. */
  prefix: z.string(),
  longestName: z.number().int(),
  /** Whether it reads `_meta` of a tool. */
  meta: z.boolean(),
  /** Keywords that it does not take and that say something: they go into the description. */
  fold: z.array(z.enum(['default', 'exclusiveMinimum'])),
  rules: z.strictObject({
    keywords: z.array(z.string()),
    /** Whether a parameter may be of one of several types. */
    typeLists: z.boolean(),
    mixedLists: z.boolean(),
    /** Whether a parameter may be of any type. */
    untyped: z.boolean(),
  }),
  sources: z.array(z.string()),
})
export type Profile = z.output<typeof profileSchema>

export const PROFILES: readonly Profile[] = z.array(profileSchema).parse(data)

/** For clients that we do not know, and for programs that are not clients of a model. */
export const ANY_CLIENT = PROFILES.find(({ id }) => id === 'any') as Profile

export const profileNamed = (id: string): Profile | undefined => PROFILES.find((profile) => profile.id === id)

/** By the name that a client gives itself ("claude-code", "Visual Studio Code"). */
export function profileOf(clientName: string): Profile {
  const name = clientName.toLowerCase()
  return PROFILES.find(({ clients }) => clients.some((part) => name.includes(part))) ?? ANY_CLIENT
}
