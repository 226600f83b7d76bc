import { z } from 'zod'
import { builtInUsers } from '../../data/model/users/users.ts'
import { isObject } from '../../data/model/shared/json.ts'

const expression = (flags: string) =>
  z
    .string()
    .transform((text, context) => {
      try {
        return new RegExp(text, flags)
      } catch {
        context.addIssue('Expected a regular expression.')

        return z.NEVER
      }
    })
    .optional()

/** What is replaced in a recording. Secrets are left out of every recording, whatever the rules are. */
export const ScrubRules = z.array(
  z.strictObject({
    /** What it is about, for people. */
    what: z.string(),
    /** Replaced wherever it matches in a text. */
    pattern: expression('gi'),
    /** Texts of members with such names are replaced as a whole. */
    members: expression('i'),
    /** Texts of members with such names are left as they are. */
    except: expression('i'),
    /** `{n}` is a number, the same for equal texts. */
    replace: z.string(),
  }),
)
export type ScrubRules = z.infer<typeof ScrubRules>

export const defaultScrubRules: ScrubRules = [
  {
    what: 'e-mail addresses',
    pattern: /(?<![\w.+-])[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/gi,
    replace: 'person-{n}@example.com',
  },
  {
    what: 'IP addresses',
    pattern: /\b(?:\d{1,3}\.){3}\d{1,3}\b/gi,
    // The `file_version` "4.2.0.0" looks like one.
    except: /(?<!con)versions?(_?number)?$/i,
    replace: '192.0.2.1',
  },
  {
    what: 'names of people',
    members: /^(user|first|last|middle|full|display)_?name$/i,
    replace: 'person-{n}',
  },
  {
    what: 'telephone numbers and postal addresses',
    members: /phone|mobile|^fax|street|^address|postal_?code|^zip/i,
    replace: 'removed-{n}',
  },
]

/** Names that every sandbox has, without which nobody could sign in. */
const fixedNames = new Set<string>(builtInUsers.map(({ name }) => name))

/** Replaces personal data by rules, the same text always in the same way. */
export class Scrubber {
  readonly #rules: readonly (ScrubRules[number] & { readonly seen: Map<string, string> })[]

  constructor(rules: ScrubRules) {
    this.#rules = rules.map((rule) => ({ ...rule, seen: new Map() }))
  }

  /** Each rule, and how many different texts it has replaced. */
  get lines(): string[] {
    return this.#rules.map(
      ({ what, replace, seen }) =>
        `${what}: ${seen.size === 0 ? 'none found' : `${seen.size} replaced by ${replace}`}`,
    )
  }

  /** A JSON value, also in its texts that are JSON; the same object if nothing in it is replaced. */
  value<T>(value: T, member = ''): T {
    return this.#value(value, member) as T // only texts are replaced, by texts
  }

  #value(value: unknown, member: string): unknown {
    if (typeof value === 'string') return this.#json(value) ?? this.#text(value, member)
    if (!Array.isArray(value) && !isObject(value)) return value

    const entries = Object.entries(value).map(([name, inner]) => {
      // The name of a property counts for its texts by culture and its several values too.
      const isInner = Array.isArray(value) || /^[a-z]{2}-[A-Z]{2}$/.test(name)
      const label = name === 'value' && isObject(value) && typeof value.name === 'string' ? value.name : name

      return [name, this.#value(inner, isInner ? member : label)] as const
    })

    if (entries.every(([, inner], index) => inner === Object.values(value)[index])) return value

    return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
  }

  /** Undefined if the text is no JSON; as it was, byte for byte, if nothing in it is replaced. */
  #json(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined

    try {
      const value: unknown = JSON.parse(text)
      const clean = this.value(value)

      return clean === value ? text : JSON.stringify(clean)
    } catch {
      return undefined // truncated or damaged
    }
  }

  #text(text: string, member: string): string {
    return this.#rules.reduce((result, { pattern, members, except, replace, seen }) => {
      if (except?.test(member)) return result

      const replaced = (found: string) => {
        const known = seen.get(found) ?? replace.replaceAll('{n}', String(seen.size + 1))

        seen.set(found, known)

        return known
      }
      const isMember = members?.test(member) && result !== '' && !fixedNames.has(result)

      return isMember ? replaced(result) : pattern ? result.replace(pattern, replaced) : result
    }, text)
  }
}
