import { z } from 'zod'
import { readValidJson } from '../../model/shared/json-problems.ts'
import { SearchFilter } from './search-filter.ts'

/**
 * The filters of a search. Responses hold it as text in `addQuery` and `removeQuery`; clients send that back
 * as `query`, and need not know its contents.
 */
const SearchState = z.object({
  fulltext: z.array(z.string()).default([]),
  filters: z.array(SearchFilter).default([]),
})
export type SearchState = z.infer<typeof SearchState>

const nothing: SearchState = { fulltext: [], filters: [] }

/** A text that is none of ours says nothing: it may be from another server. */
export function readState(text: string | null | undefined): SearchState {
  if (!text) return nothing

  try {
    const state = SearchState.safeParse(readValidJson(text))

    return state.success ? state.data : nothing
  } catch {
    return nothing
  }
}

export function writeState(state: SearchState): string {
  return state.fulltext.length === 0 && state.filters.length === 0 ? '' : JSON.stringify(state)
}

export function withFilter({ fulltext, filters }: SearchState, filter: SearchFilter): string {
  return writeState({ fulltext, filters: [...filters, filter] })
}

/** The state without one of its filters, or one of its texts. */
export function without(state: SearchState, what: SearchFilter | string): string {
  return writeState({
    fulltext: state.fulltext.filter((text) => text !== what),
    filters: state.filters.filter((filter) => filter !== what),
  })
}
