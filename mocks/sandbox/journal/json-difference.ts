import { isObject } from '../../model/shared/json.ts'

/** A place where JSON differs from what was expected. */
export interface Difference {
  /** Dotted path from the root; empty for the root itself. */
  readonly path: string
  readonly expected: unknown
  /** Undefined if there is nothing at the path. */
  readonly actual?: unknown
}

/**
 * Where `actual` differs from `expected`. Objects may have more members than expected; arrays must have the same
 * length; other values must be equal.
 */
export function jsonDifferences(expected: unknown, actual: unknown, path = ''): Difference[] {
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      jsonDifferences(value, Object.hasOwn(actual, name) ? actual[name] : undefined, join(path, name)),
    )
  }
  if (Array.isArray(expected) && Array.isArray(actual) && expected.length === actual.length) {
    return expected.flatMap((item, index) => jsonDifferences(item, actual[index], join(path, String(index))))
  }
  if (Object.is(expected, actual)) return []

  return [actual === undefined ? { path, expected } : { path, expected, actual }]
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}
