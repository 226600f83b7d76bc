import { isObject } from '../../data/model/shared/json.ts'

/** Members to sort by with their directions, the most important first. */
export type OrderBy<T> = [T] extends [readonly (infer Item)[]]
  ? OrderBy<Item>
  : [T] extends [object]
    ? { readonly [Name in keyof T]?: OrderBy<NonNullable<T[Name]>> }
    : 'asc' | 'desc'

/** Compares records by members; those without a value are the greatest. */
export function comparison<T>(orderBy: OrderBy<T> | readonly OrderBy<T>[]): (a: T, b: T) => number {
  const criteria = (Array.isArray(orderBy) ? orderBy : [orderBy]).flatMap((each) => leavesOf(each))

  return (a, b) => {
    for (const { path, value: direction } of criteria) {
      const order = compare(valueAt(a, path), valueAt(b, path))

      if (order !== 0) return direction === 'desc' ? -order : order
    }

    return 0
  }
}

function leavesOf(
  value: unknown,
  path: readonly string[] = [],
): { path: readonly string[]; value: unknown }[] {
  return isContainer(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [{ path, value }]
}

function valueAt(record: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => (isContainer(value) ? value[name] : undefined), record)
}

function compare(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  const [left, right] = [a, b] as [string, string] // anything that compares

  if (left === right) return 0

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
