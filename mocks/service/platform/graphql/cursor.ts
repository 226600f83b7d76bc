import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { fromBase64, toBase64 } from '../../../data/model/shared/bytes.ts'
import type { Position } from '../../../data/model/query/sorting.ts'
import { Json } from '../../../data/model/shared/json.ts'

const Cursor = z.tuple([z.int()], Json)

/** The cursor of a position in a list: an entity's id and its values of the sort keys, encoded. */
export function cursorOf({ id, values }: Position): string {
  return toBase64(new TextEncoder().encode(JSON.stringify([id, ...values])))
}

/**
 * @param keys the number of sort keys
 * @throws {GraphQLError} for a text that is not a cursor of a list with as many sort keys
 */
export function readCursor(cursor: string, keys: number): Position {
  const [id, ...values] = decoded(cursor) ?? []

  if (id === undefined || values.length !== keys) {
    throw new GraphQLError(
      `Expected the "endCursor" of a page of the same list and order in "after", not "${cursor.slice(0, 60)}".`,
    )
  }

  return { id, values }
}

function decoded(cursor: string): z.infer<typeof Cursor> | undefined {
  try {
    return Cursor.parse(JSON.parse(new TextDecoder().decode(fromBase64(cursor))))
  } catch {
    // Any text that is not a cursor fails in one of these steps.
    return undefined
  }
}
