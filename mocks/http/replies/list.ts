import { sizeOf } from '../../model/shared/bytes.ts'
import { tagOf } from './etag.ts'
import { jsonType, type CompleteReply, type Reply } from './reply.ts'

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
