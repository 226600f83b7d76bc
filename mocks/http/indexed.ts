import type { Filter } from '../model/query/filter.ts'
import { prepareQuery } from '../model/query/prepare.ts'
import type { Call } from './call.ts'
import type { Operation } from './declaration/route.ts'
import type { Reply } from './replies/reply.ts'

/** A query that is answered once the indexes are made that it needs: at once where they are, or soon will be. */
export function indexed<P, B>(
  filterOf: (call: Call<P, B>) => Filter,
  answer: (call: Call<P, B>) => Reply,
): Operation<P, B> {
  return (call) => prepareQuery(call.data, filterOf(call))?.then(() => answer(call)) ?? answer(call)
}
