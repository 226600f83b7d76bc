import {
  prepareQuery,
  queryEntities,
  type EntityQuery,
  type QueryResult,
} from '../../data/model/query/query.ts'
import { checkSize, unknownNames } from '../../data/model/query/defined-names.ts'
import type { RequestPlace } from '../../data/model/shared/warnings.ts'
import type { Call } from './call.ts'
import type { Operation } from './declare-route.ts'
import type { Reply } from './replies/reply.ts'

export interface RequestedQuery extends EntityQuery {
  /** The place of the filter in the request, for warnings of names that no definition has. */
  readonly place?: RequestPlace | undefined
}

/**
 * An operation that replies with a page of entities. The indexes and the result that the query needs are prepared first,
 * asynchronously if that takes long.
 */
export function withQuery<P, B, Q>(
  read: (call: Call<P, B, Q>) => RequestedQuery,
  reply: (call: Call<P, B, Q>, result: QueryResult, query: RequestedQuery) => Reply,
): Operation<P, B, Q> {
  return (call) => {
    const query = read(call)
    const { filter, sort, place } = query

    // Before the names are compared with all others, which takes long for many.
    checkSize(filter)

    const respond = () => reply(call, queryEntities(call.data, query), query)

    if (place !== undefined) {
      for (const text of unknownNames(call.data, filter)) call.warn(place, () => text)
      call.enforce()
    }

    return prepareQuery(call.data, filter, sort)?.then(respond) ?? respond()
  }
}
