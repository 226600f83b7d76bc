import { z } from 'zod'
import { FailureList } from '../../model/shared/errors.ts'
import { foldMember } from '../../model/shared/letter-case.ts'
import type { Warn } from '../../sandbox/validation.ts'
import { unknownNameMessage } from '../../model/shared/suggestion.ts'
import { meantBy, type Parameter } from './parameters.ts'

/** The parameters of a query, as a route declares them. */
export type QueryDeclaration = Readonly<Record<string, Parameter>>

/** The values of query parameters; absent ones are omitted. */
export type QueryOf<Q extends QueryDeclaration> = {
  readonly [Name in keyof Q]?: z.output<Q[Name]> | undefined
}

/**
 * The parameters of a query, those that a route takes under their own names: they are written in any letter case, with
 * or without underscores. Of two that differ in that only, the exact one counts.
 */
export function rawQueryOf(search: string, names: readonly string[]): URLSearchParams {
  const given = new URLSearchParams(search)

  if ([...given.keys()].every((name) => names.includes(name))) return given

  const exact = new Map(names.map((name) => [foldMember(name), name]))
  const keys = new Set(given.keys())
  const entries = [...given].flatMap(([name, value]) => {
    const known = exact.get(foldMember(name)) ?? name

    return known !== name && keys.has(known) ? [] : [[known, value]]
  })

  return new URLSearchParams(entries)
}

/** The parameter by which programs bypass caches; it is ignored. */
const cacheBuster = '_'

/**
 * Parses the parameters of a query.
 *
 * @param warn is called for unknown parameters, and for flags that are neither true nor false
 *
 * @throws {InvalidRequest} 400, naming every other parameter that is invalid
 */
export function readQuery(given: URLSearchParams, declared: QueryDeclaration, warn: Warn): object {
  const failures = new FailureList()
  const query = new Map<string, unknown>()

  for (const name of new Set(given.keys())) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined
    const texts = parameter ? given.getAll(name) : []

    if (parameter && (texts[0] !== '' || takesEmpty(parameter))) {
      const { data, error } = parameter.safeParse(meantBy(parameter, texts))

      if (!error) query.set(name, data)
      else if (parameter instanceof z.ZodBoolean) warn(name, () => 'Expected true or false.')
      else failures.add(name, `${error.issues[0]?.message}`)
    } else if (!parameter && name !== cacheBuster) {
      warn(name, () => unknownNameMessage(name, Object.keys(declared)))
    }
  }
  failures.throwIfAny()

  return Object.fromEntries(query)
}

/** Whether an empty text means something; where it does not, it is the same as none. */
function takesEmpty(parameter: Parameter): boolean {
  return parameter instanceof z.ZodString || parameter instanceof z.ZodPipe
}
