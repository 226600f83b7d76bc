import { expect } from 'vitest'

/** Matches only an object without members; `{}` in `toMatchObject()` matches every object. */
export const emptyObject: unknown = expect.toSatisfy(
  (value: object) => JSON.stringify(value) === '{}',
  'is {}',
)
