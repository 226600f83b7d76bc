import type { Chunks } from '../../../data/model/shared/bytes.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import { hash128 } from './hash.ts'

const recordHashLength = 12 + 1 // 64 bits, and the closing quote

const encoder = new TextEncoder()

/** A hash of a record, which identifies its content: records with equal content have the same one. */
export const recordHashOf = computedOnce((record: object) =>
  textOf(hash128(encoder.encode(JSON.stringify(record))).slice(0, 2)),
)

/**
 * A strong entity tag: a hash of the content, which is the same in every process. With that of its record (`recordHashOf()`), the
 * tags of all representations of that record have the same ending.
 */
export function tagOf(content: Uint8Array, recordHash = ''): string {
  const hash = content.length > large ? hashOfLarge(content) : textOf(hash128(content))

  return `"${hash}${recordHash}"`
}

/** The hash of a larger content, in bytes, takes milliseconds: it is computed once, for those that are sent again. */
const large = 2 ** 18
const hashOfLarge = computedOnce((content: Uint8Array) => textOf(hash128(content)))

/** The tag of a content: one of several chunks follows from theirs. Yields after each. */
export function* tagOfChunks(chunks: Chunks): Sliced<string> {
  let tags = ''

  for (const chunk of chunks) {
    tags += tagOf(chunk)
    yield
  }

  return chunks.length === 1 ? tags : tagOf(encoder.encode(tags))
}

/** Whether `If-None-Match` names the tag; weak tags count (RFC 9110, 13.1.2). */
export function isNamedByIfNoneMatch(header: string, etag: string): boolean {
  return tagsIn(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/**
 * Whether a precondition of a write names a version, by the tag of any of its representations, which end as the given one
 * does. Weak tags don't count, as in `If-Match` (RFC 9110, 13.1.1).
 */
export function namesVersion(header: string, etag: string): boolean {
  const ending = etag.slice(-recordHashLength)

  return tagsIn(header).some(
    (tag) => tag === '*' || (tag.startsWith('"') && tag.length === etag.length && tag.endsWith(ending)),
  )
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat()

/** Words of 32 bits as six characters each. */
function textOf(words: readonly number[]): string {
  let text = ''

  for (const word of words) {
    text += pairs[word >>> 20] ?? ''
    text += pairs[(word >>> 8) & 0xfff] ?? ''
    text += pairs[(word & 0xff) << 4] ?? ''
  }

  return text
}
