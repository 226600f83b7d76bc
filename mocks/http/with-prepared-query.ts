import type { Filter, SortKey } from '../model/query/filter.ts'
import { prepareQuery } from '../model/query/prepare.ts'
import { unknownNames } from '../model/query/unknown-names.ts'
import type { RequestPlace } from '../sandbox/validation.ts'
import type { Call } from './call.ts'
import type { Operation } from './declaration/route.ts'
import type { Reply } from './replies/reply.ts'

/**
 * Wraps a query operation: first prepares its indexes and result, asynchronously if that takes long.
 *
 * @param place the place of the filter in the request, for warnings of names that no definition has
 */
export function withPreparedQuery<P, B, Q>(
  filterOf: (call: Call<P, B, Q>) => Filter,
  operate: (call: Call<P, B, Q>) => Reply,
  place?: RequestPlace | ((call: Call<P, B, Q>) => RequestPlace),
  sortOf: (call: Call<P, B, Q>) => readonly SortKey[] = () => [],
): Operation<P, B, Q> {
  return (call) => {
    const filter = filterOf(call)

    if (place !== undefined) {
      const filterPlace = typeof place === 'function' ? place(call) : place

      for (const text of unknownNames(call.data, filter)) call.warn(filterPlace, () => text)
      call.enforce()
    }

    return prepareQuery(call.data, filter, sortOf(call))?.then(() => operate(call)) ?? operate(call)
  }
}
