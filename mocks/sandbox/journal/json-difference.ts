import { isPlainObject } from '../../data/model/shared/plain-object.ts'
import { shortened } from '../../data/model/shared/suggestion.ts'

/** A place where JSON differs from what was expected. */
export interface Difference {
  /** Dotted path from the root; empty for the root itself. */
  readonly path: string
  /** Undefined if there should be nothing at the path. */
  readonly expected?: unknown
  /** Undefined if there is nothing at the path. */
  readonly actual?: unknown
}

/**
 * Where `actual` differs from `expected`. Objects may have more members than expected; arrays must have the same
 * length; other values must be equal.
 */
export function jsonDifferences(expected: unknown, actual: unknown, path = ''): Difference[] {
  return [...eachDifference(expected, actual, path)]
}

/** The differences one by one, for those who need no more than the first. */
export function* eachDifference(expected: unknown, actual: unknown, path: string): Generator<Difference> {
  if (isPlainObject(expected) && isPlainObject(actual)) {
    for (const [name, value] of Object.entries(expected)) {
      const other = Object.hasOwn(actual, name) ? actual[name] : undefined

      if (!Object.is(value, other)) yield* eachDifference(value, other, join(path, name))
    }
  } else if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    for (const [index, item] of expected.entries()) {
      if (!Object.is(item, actual[index]))
        yield* eachDifference(item, actual[index], join(path, String(index)))
    }
  } else if (!Object.is(expected, actual)) {
    yield actual === undefined ? { path, expected } : { path, expected, actual }
  }
}

/**
 * Where two JSON values differ in any way, but for points in time and the versions of renditions. Lists of things with names or ids are compared by
 * these, whatever their order: `members[Title].boost`.
 */
export function allDifferences(expected: unknown, actual: unknown): Difference[] {
  const [before, after] = [byName(expected), byName(actual)]
  const added = jsonDifferences(after, before).filter((each) => each.actual === undefined)

  return [
    ...jsonDifferences(before, after).filter((each) => !areTimesOrVersions(each)),
    ...added.map(({ path, expected: value }) => ({ path, actual: value })),
  ].map((each) => ({ ...each, path: each.path.replaceAll('.[', '[') }))
}

/** A difference in one line, as `path: before → after`; a dash is nothing. */
export function differenceText({ path, expected, actual }: Difference): string {
  return `${path || 'the body'}: ${short(expected)} → ${short(actual)}`
}

function short(value: unknown): string {
  return value === undefined ? '–' : shortened(JSON.stringify(value), 100)
}

const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/
const renditionVersion = /(\/renditions\/\w+)\?v=\d+$/

/** Points in time, or links to two versions of the same rendition. */
function areTimesOrVersions({ expected, actual }: Difference): boolean {
  if (typeof expected !== 'string' || typeof actual !== 'string') return false
  const [before, after] = [expected, actual].map((link) => link.replace(renditionVersion, '$1?v='))

  return before === after || (time.test(expected) && time.test(actual))
}

/** Lists of things with names or ids as objects: `[Title]` is the first of this name, `[Title 2]` the second. */
function byName(value: unknown): unknown {
  if (!Array.isArray(value)) {
    return isPlainObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, byName(inner)]))
      : value
  }

  const key = ['name', 'identifier', 'id'].find((member) =>
    value.every((item) => isPlainObject(item) && item[member] !== undefined),
  )

  if (key === undefined || value.length === 0) return value.map(byName)

  const counts = new Map<string, number>()

  return Object.fromEntries(
    value.map((item: Record<string, unknown>) => {
      const name = String(item[key])
      const count = (counts.get(name) ?? 0) + 1

      counts.set(name, count)

      return [count === 1 ? `[${name}]` : `[${name} ${count}]`, byName(item)]
    }),
  )
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
