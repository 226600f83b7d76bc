import { z } from 'zod'
import { Link } from '../../../data/model/shared/json.ts'
import { pathWithin } from '../access/address.ts'
import type { QueryCall, Call } from '../call.ts'
import type { RequestPlace } from '../../../data/model/shared/warnings.ts'
import type { paging } from '../declare-request.ts'
import { sizeOf } from '../../../data/model/shared/bytes.ts'
import { tagOf } from './etag.ts'
import { jsonType, type CompleteReply, type Reply } from './reply.ts'

/** The members of every list resource besides its items: counts, and links to itself and to neighbouring pages. */
export const pageMembers = {
  total_items: z.int(),
  returned_items: z.int(),
  offset: z.int(),
  next: Link.optional(),
  previous: Link.optional(),
  self: Link,
}

interface Page {
  readonly skip: number
  readonly take: number
}

export function pagedListOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), ...pageMembers })
}

/** The list resource of the requested page of `all`. */
export function pageOfAll<T, R>(
  call: QueryCall<typeof paging>,
  all: readonly T[],
  resourceOf: (item: T) => R,
) {
  const page = pageOf(call)
  const items = all.slice(page.skip, page.skip + page.take).map(resourceOf)

  return { items, ...pageMembersOf(call, page, { total: all.length, returned: items.length }) }
}

/** The number of items in a page: by default, and at most. */
interface PageLimits {
  readonly take: number
  readonly maxTake: number
}

/** The limits of most lists. */
export const pageLimits: PageLimits = { take: 25, maxTake: 1000 }

/** The page that `skip` and `take` select. */
export function pageOf(call: QueryCall<typeof paging>, limits = pageLimits): Page {
  return { skip: call.query.skip ?? 0, take: takeOf(call, call.query.take, limits) }
}

/** The number of items in a page; warns of a request for more than a page can have. */
export function takeOf(
  call: Call,
  take: number | null | undefined,
  { take: usual, maxTake }: PageLimits,
  place: RequestPlace = 'take',
): number {
  if ((take ?? 0) > maxTake) call.warn(place, () => `A page has at most ${maxTake} items.`)

  return Math.min(take ?? usual, maxTake)
}

/** The values of `pageMembers`. */
export function pageMembersOf(call: Call, page: Page, counts: { total: number; returned: number }) {
  const path = pathWithin(call.request.path)
  const link = (skip: number, take = page.take) => {
    const query = new URLSearchParams(call.rawQuery)

    query.set('skip', String(skip))
    query.set('take', String(take))

    return call.links.to(`${path}?${query}`)
  }
  const next = page.skip + counts.returned
  const hasNext = next < counts.total && counts.returned > 0
  const end = Math.min(page.skip, counts.total)
  const start = Math.max(0, end - page.take)

  return {
    total_items: counts.total,
    returned_items: counts.returned,
    offset: page.skip,
    ...(hasNext ? { next: link(next) } : {}),
    ...(start < end ? { previous: link(start, end - start) } : {}),
    self: call.links.to(`${path}${call.request.search ? `?${call.request.search}` : ''}`),
  }
}

const encoder = new TextEncoder()
const [start, comma] = [encoder.encode('{"items":['), encoder.encode(',')]

/**
 * Returns a list whose items are complete replies, which may be cached. Its chunks, length and tag are derived from
 * theirs, so that a long list is neither copied nor hashed.
 */
export function list(items: readonly CompleteReply[], rest: Readonly<Record<string, unknown>>): Reply {
  const end = `],${JSON.stringify(rest).slice(1)}`
  const chunks: Uint8Array[] = [start]
  let tags = ''

  for (const { body, etag } of items) {
    if (chunks.length > 1) chunks.push(comma)
    chunks.push(body)
    tags += etag
  }
  chunks.push(encoder.encode(end))

  return {
    status: 200,
    headers: {
      ...jsonType,
      'Content-Length': String(sizeOf(chunks)),
      ETag: tagOf(encoder.encode(tags + end)),
    },
    body: chunks,
  }
}
