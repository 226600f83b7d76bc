import { z } from 'zod'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { readValidJson } from '../../../data/model/shared/read-json.ts'
import { SearchFilter } from './search-filter.ts'

/** The maximum number of texts and filters in a search. */
export const searchLimits = { texts: 32, filters: 200 }

/**
 * The texts and filters of a search. Responses contain states as opaque strings in `addQuery` and `removeQuery`, which
 * clients send back as `query`.
 */
const SearchState = z.object({
  fulltext: z.array(z.string()).default([]),
  filters: z.array(SearchFilter).default([]),
})
export type SearchState = z.infer<typeof SearchState>

/**
 * The state in the `query` of a body, with its filters and texts added.
 *
 * @throws {InvalidRequest} 400 when the state exceeds the limits of a search
 */
export function stateOf(query: string | null | undefined, { fulltext, filters }: SearchState): SearchState {
  const state = parseState(query ?? '')
  const known = new Set(state.filters.map((filter) => JSON.stringify(filter)))

  if (state.fulltext.length > searchLimits.texts || state.filters.length > searchLimits.filters) {
    throw new InvalidRequest({
      query: `Expected at most ${searchLimits.texts} texts and ${searchLimits.filters} filters.`,
    })
  }

  return {
    fulltext: [...new Set([...state.fulltext, ...fulltext])],
    filters: [...state.filters, ...filters.filter((filter) => !known.has(JSON.stringify(filter)))],
  }
}

/** Any other string, for example of another server, is an empty state. */
function parseState(text: string): SearchState {
  try {
    return SearchState.parse(readValidJson(text))
  } catch {
    return { fulltext: [], filters: [] }
  }
}

export function writeState(state: SearchState): string {
  return state.fulltext.length === 0 && state.filters.length === 0 ? '' : JSON.stringify(state)
}

export function without(state: SearchState, removed: SearchFilter | string): string {
  return writeState({
    fulltext: state.fulltext.filter((text) => text !== removed),
    filters: state.filters.filter((filter) => filter !== removed),
  })
}
