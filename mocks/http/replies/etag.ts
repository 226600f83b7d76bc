import { hash128 } from './hash.ts'

const versionLength = 12 + 1 // 64 bits, and the quote

const encoder = new TextEncoder()
const versions = new WeakMap<object, string>()

/** Tells the versions of a record apart: the same for a record of the same content, wherever it is. */
export function versionOf(record: object): string {
  const known = versions.get(record)

  if (known !== undefined) return known

  const version = textOf(hash128(encoded(JSON.stringify(record))).slice(0, 2))

  versions.set(record, version)

  return version
}

/** Scratch buffer for hashing: allocating one per call would cost more than encoding. */
const scratch = new Uint8Array(64 * 1024)

function encoded(text: string): Uint8Array {
  // A letter of a text takes three bytes at most.
  if (text.length * 3 > scratch.length) return encoder.encode(text)

  return scratch.subarray(0, encoder.encodeInto(text, scratch).written)
}

/**
 * A strong entity tag, which follows from the content alone: equal contents have equal tags wherever they are answered,
 * and tags of 128 bits tell different ones apart. With a version (`versionOf`), the tags of all forms in which that
 * version is read end alike.
 */
export function tagOf(content: Uint8Array, version = ''): string {
  return `"${textOf(hash128(content))}${version}"`
}

/** Whether `If-None-Match` names the tag: a weak tag will do (RFC 9110, 13.1.2). */
export function namesTag(header: string, etag: string): boolean {
  return tagsIn(header).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)
}

/**
 * Whether `If-Match` names the current version, by the tag of any form of it. A weak tag will not do (RFC 9110,
 * 13.1.1).
 *
 * @param etag the tag of one form of the current version
 * @param hasVersion whether that tag was made with a version
 */
export function namesVersion(header: string, etag: string, hasVersion: boolean): boolean {
  const ending = etag.slice(-versionLength)

  return tagsIn(header).some(
    (tag) =>
      tag === '*' ||
      tag === etag ||
      (hasVersion && tag.startsWith('"') && tag.length === etag.length && tag.endsWith(ending)),
  )
}

function tagsIn(header: string): string[] {
  return header.split(',').map((tag) => tag.trim())
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat()

/** Words of 32 bits as six letters each. */
function textOf(words: readonly number[]): string {
  let text = ''

  for (const word of words) {
    text += pairs[word >>> 20] ?? ''
    text += pairs[(word >>> 8) & 0xfff] ?? ''
    text += pairs[(word & 0xff) << 4] ?? ''
  }

  return text
}
