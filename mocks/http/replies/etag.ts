import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes of the content's hash in a tag. Multiples of 3, so that base64 of both parts is read apart again. */
const contentBytes = 24
/** Bytes of the version's hash in a tag. */
const versionBytes = 8
const versionLength = 12 + 1 // base64 of 8 bytes, and the quote

const encoder = new TextEncoder()
const versions = new WeakMap<object, string>()

/** Tells the versions of a record apart: the same for a record of the same content, wherever it is. */
export function versionOf(record: object): string {
  const known = versions.get(record)

  if (known !== undefined) return known

  const version = base64(sha256(encoder.encode(JSON.stringify(record))).subarray(0, versionBytes))

  versions.set(record, version)

  return version
}

/**
 * A strong entity tag, which follows from the content: in quotes, 32 bytes as base64. With a version
 * (`versionOf`), the tags of all forms in which that version is read end alike.
 */
export function tagOf(content: Uint8Array, version?: string): string {
  const hash = sha256(content)

  return version === undefined ? `"${base64(hash)}"` : `"${base64(hash.subarray(0, contentBytes))}${version}"`
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

function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}
