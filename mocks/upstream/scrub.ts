import { z } from 'zod'
import { builtInUsers } from '../model/users/built-in-users.ts'
import { isObject } from '../model/shared/json.ts'

/** What is replaced in a recording. Secrets are left out of every recording, whatever the rules are. */
export const ScrubRules = z.array(
  z.strictObject({
    /** What it is about, for people. */
    what: z.string(),
    /** A regular expression: replaced wherever it matches in a text. */
    pattern: z.string().refine(isExpression, 'Expected a regular expression.').optional(),
    /** A regular expression: texts of members with such names are replaced as a whole. */
    members: z.string().refine(isExpression, 'Expected a regular expression.').optional(),
    /** A regular expression: texts of members with such names are left as they are. */
    except: z.string().refine(isExpression, 'Expected a regular expression.').optional(),
    /** `{n}` is a number, the same for equal texts. */
    replace: z.string(),
  }),
)
export type ScrubRules = z.infer<typeof ScrubRules>

function isExpression(text: string): boolean {
  try {
    return new RegExp(text, 'i') instanceof RegExp
  } catch {
    return false // not a regular expression
  }
}

export const defaultScrubRules: ScrubRules = [
  {
    what: 'e-mail addresses',
    pattern: '(?<![\\w.+-])[\\w.+-]+(?:@|%40)[\\w-]+(?:\\.[\\w-]+)+',
    replace: 'person-{n}@example.com',
  },
  {
    what: 'IP addresses',
    pattern: '\\b(?:\\d{1,3}\\.){3}\\d{1,3}\\b',
    // The `file_version` "4.2.0.0" looks like one.
    except: '(?<!con)versions?(_?number)?$',
    replace: '192.0.2.1',
  },
  {
    what: 'names of people',
    members: '^(user|first|last|middle|full|display)_?name$',
    replace: 'person-{n}',
  },
  {
    what: 'telephone numbers and postal addresses',
    members: 'phone|mobile|^fax|street|^address|postal_?code|^zip',
    replace: 'removed-{n}',
  },
]

/** Names that every sandbox has, without which nobody could sign in. */
const fixedNames = new Set<string>(builtInUsers.map(({ name }) => name))

/** Replaces personal data by rules, the same text always in the same way. */
export class Scrubber {
  readonly #rules: readonly {
    rule: ScrubRules[number]
    pattern?: RegExp
    members?: RegExp
    except?: RegExp
    seen: Map<string, string>
  }[]

  constructor(rules: ScrubRules) {
    this.#rules = rules.map((rule) => ({
      rule,
      ...(rule.pattern === undefined ? {} : { pattern: new RegExp(rule.pattern, 'gi') }),
      ...(rule.members === undefined ? {} : { members: new RegExp(rule.members, 'i') }),
      ...(rule.except === undefined ? {} : { except: new RegExp(rule.except, 'i') }),
      seen: new Map<string, string>(),
    }))
  }

  /** The numbers up to this one are those of an earlier recording. */
  used = 0

  /** Each rule, and how many different texts it has replaced. */
  get lines(): string[] {
    return this.#rules.map(
      ({ rule, seen }) =>
        `${rule.what}: ${seen.size === 0 ? 'none found' : `${seen.size} replaced by ${rule.replace}`}`,
    )
  }

  /** A JSON value; the same object if nothing in it is replaced. */
  value(value: unknown, member = ''): unknown {
    if (typeof value === 'string') return this.text(value, member)
    if (!Array.isArray(value) && !isObject(value)) return value

    const entries = Object.entries(value).map(([name, inner]) => {
      // The name of a property counts for its texts by culture and its several values too.
      const owner = Array.isArray(value) || /^[a-z]{2}-[A-Z]{2}$/.test(name) ? member : name

      return [name, this.value(inner, owner)] as const
    })

    if (entries.every(([, inner], index) => inner === Object.values(value)[index])) return value

    return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
  }

  text(text: string, member = ''): string {
    return this.#rules.reduce((result, { rule, pattern, members, except, seen }) => {
      if (except?.test(member)) return result

      const replaced = (found: string) => {
        const known = seen.get(found) ?? rule.replace.replaceAll('{n}', String(this.used + seen.size + 1))

        seen.set(found, known)

        return known
      }
      const isMember = members?.test(member) && result !== '' && !fixedNames.has(result)

      return isMember ? replaced(result) : pattern ? result.replace(pattern, replaced) : result
    }, text)
  }
}
