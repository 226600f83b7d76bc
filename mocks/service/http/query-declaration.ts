import { z } from 'zod'
import { FailureList } from '../../data/model/shared/errors.ts'
import { foldMember } from '../../data/model/shared/letter-case.ts'
import type { Warn } from '../../data/model/shared/warnings.ts'
import { unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import { convertTexts, type Parameter } from './parameters.ts'

/** The query parameters that a route declares. */
export type QueryDeclaration = Readonly<Record<string, Parameter>>

/** The values of query parameters; absent ones are omitted. */
export type QueryOf<Q extends QueryDeclaration> = {
  readonly [Name in keyof Q]?: z.output<Q[Name]> | undefined
}

/**
 * The query parameters, under their declared names: they are accepted in any letter case, with or without underscores.
 * Of two that differ only in that, the exact one counts.
 */
export function rawQueryOf(search: string, names: readonly string[]): URLSearchParams {
  const given = new URLSearchParams(search)

  if ([...given.keys()].every((name) => names.includes(name))) return given

  const declaredByFoldedName = new Map(names.map((name) => [foldMember(name), name]))
  const keys = new Set(given.keys())
  const entries = [...given].flatMap(([name, value]) => {
    const declared = declaredByFoldedName.get(foldMember(name)) ?? name

    return declared !== name && keys.has(declared) ? [] : [[declared, value]]
  })

  return new URLSearchParams(entries)
}

/** The parameter with which programs bypass caches; it is ignored. */
const cacheBuster = '_'

/**
 * Parses query parameters.
 *
 * @param warn called for unknown parameters, and for flags that are neither true nor false
 *
 * @throws {InvalidRequest} 400, naming every invalid parameter, except flags, which only warn
 */
export function readQuery(given: URLSearchParams, declared: QueryDeclaration, warn: Warn): object {
  const failures = new FailureList()
  const query = new Map<string, unknown>()

  for (const name of new Set(given.keys())) {
    const parameter = Object.hasOwn(declared, name) ? declared[name] : undefined
    const texts = parameter ? given.getAll(name) : []

    if (parameter && (texts[0] !== '' || acceptsEmpty(parameter))) {
      const { data, error } = parameter.safeParse(convertTexts(parameter, texts))

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

/** Whether an empty value has a meaning; otherwise it is treated as absent. */
function acceptsEmpty(parameter: Parameter): boolean {
  return parameter instanceof z.ZodString || parameter instanceof z.ZodPipe
}
