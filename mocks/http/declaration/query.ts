import { foldMember } from '../../model/shared/letter-case.ts'

/**
 * The parameters of a query, those that a route takes under their own names: they are written in any letter case, with
 * or without underscores. Of two that differ in that only, the exact one counts.
 */
export function queryOf(search: string, names: readonly string[]): URLSearchParams {
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
