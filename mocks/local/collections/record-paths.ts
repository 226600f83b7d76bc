import { isObject } from '../../data/model/shared/json.ts'

/** Members to sort by with their directions, the most important first. */
export type OrderBy<T> = [T] extends [readonly (infer Item)[]]
  ? OrderBy<Item>
  : [T] extends [object]
    ? { readonly [Name in keyof T]?: OrderBy<NonNullable<T[Name]>> }
    : 'asc' | 'desc'

/**
 * The records in the order of their members; those without a value are last if it is ascending.
 *
 * @throws {TypeError} for a direction that is neither `asc` nor `desc`
 */
export function sorted<T>(records: Iterable<T>, orderBy: unknown): T[] {
  const criteria = [orderBy].flat().flatMap((each) => [...criteriaIn(each)])

  return Array.from(records).sort((a, b) =>
    criteria.reduce(
      (order, { path, sign }) => order || sign * compare(valueAt(a, path), valueAt(b, path)),
      0,
    ),
  )
}

function* criteriaIn(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ path: readonly string[]; sign: 1 | -1 }> {
  if (isObject(value))
    for (const [name, inner] of Object.entries(value)) yield* criteriaIn(inner, [...path, name])
  else if (value === 'asc' || value === 'desc') yield { path, sign: value === 'asc' ? 1 : -1 }
  else
    throw new TypeError(
      `Failed to sort by "${path.join('.')}": expected "asc" or "desc", not ${String(value)}.`,
    )
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isContainer(value) ? value[name] : undefined), record)
}

function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const [left, right] = [a, b] as [string, string] // anything that compares

  return left < right ? -1 : Number(left > right)
}

interface Difference {
  readonly path: readonly (string | number)[]
  readonly prevValue: unknown
  readonly nextValue: unknown
}

/** The innermost members in which two records differ. Lists of different lengths differ as a whole. */
export function* differencesOf(
  prevValue: unknown,
  nextValue: unknown,
  path: Difference['path'] = [],
): Generator<Difference> {
  if (Object.is(prevValue, nextValue)) return

  if (Array.isArray(prevValue) && Array.isArray(nextValue) && prevValue.length === nextValue.length) {
    for (const [index, item] of prevValue.entries())
      yield* differencesOf(item, nextValue[index], [...path, index])
  } else if (isObject(prevValue) && isObject(nextValue)) {
    for (const name of new Set([...Object.keys(prevValue), ...Object.keys(nextValue)]))
      yield* differencesOf(prevValue[name], nextValue[name], [...path, name])
  } else yield { path, prevValue, nextValue }
}

/** Freezes a value with all that is in it, unless it is frozen. */
export function frozen<T>(value: T): T {
  if (isContainer(value) && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(frozen)

  return value
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
