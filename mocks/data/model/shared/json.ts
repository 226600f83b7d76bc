import { z } from 'zod'
import { readDate } from './dates.ts'
import { withIgnored } from './ignored-members.ts'
import { isPlainObject } from './plain-object.ts'

/** Link object (interface 2.1.1). */
export const Link = z
  .object({
    href: z.string(),
    title: z.string().optional(),
    templated: z.boolean().optional(),
  })
  .meta({ id: 'Link' })
withIgnored(Link, ['filename_properties', 'identifier', 'permissions', 'properties', 'renditions'])
export type Link = z.infer<typeof Link>

/** Culture code (`en-US`) to text. */
export const Labels = z.record(z.string(), z.string())
export type Labels = z.infer<typeof Labels>

/** Any JSON. */
export const Json = z.json()
z.globalRegistry.add(Json, { id: 'Json' })
export type Json = z.infer<typeof Json>
export type JsonObject = { [name: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return isPlainObject(value)
}

/** The object that a body has: some programs send it in an array. */
export function unwrapped(body: unknown): unknown {
  return Array.isArray(body) && body.length === 1 ? body[0] : body
}

/** A member of an object; null if it is missing or inherited. */
export function ownValue(object: Readonly<Record<string, Json>>, name: string): Json {
  return Object.hasOwn(object, name) ? (object[name] ?? null) : null
}

/** JSON that is not validated again: it was validated as input, or the service created it. */
export const UncheckedJson = z.custom<Json>()

/** A point in time as `readDate()` reads it. */
export const isoDate = z
  .string()
  .refine(
    (value) => readDate(value) !== undefined,
    'Expected an ISO 8601 date, such as "2024-05-02T09:12:33Z".',
  )

/** ISO 8601 in UTC; fractions of a second are optional. */
export const Timestamp = z.iso.datetime()

/** A reference by name, or by a link whose last path segment is the name. */
export const NameOrLink = z.union([
  z.string().min(1),
  Link.transform(({ href }) => lastSegment(href)).pipe(
    z.string().min(1, 'Expected a link that ends with a name.'),
  ),
])

/** A user by its id, or by a link that ends with its id. */
export const UserIdOrLink = idOrLink('a user')

/** An entity by its id, or by a link that ends with its id. */
export const EntityIdOrLink = idOrLink('an entity')

function idOrLink(what: string) {
  const expected = `Expected a link to ${what}.`
  const digits = z.string().regex(/^\d+$/, expected)

  return z.union([
    z.int(),
    Link.transform(({ href }) => lastSegment(href)).pipe(digits.transform(Number).pipe(z.int(expected))),
  ])
}

/** The path of a link from `/api/` on, without host and path prefix. */
export function servicePath(href: string): string {
  const start = href.lastIndexOf('/api/')

  return start === -1 ? href : href.slice(start)
}

/** The path of a link, without query, fragment, URI template (`{?culture}`) and trailing slash. */
export function linkPath(href: string): string {
  return href.replace(/[?#{][^]*/, '').replace(/\/$/, '')
}

/** The decoded last segment of a link or path, or the text itself. */
export function lastSegment(href: string): string {
  const path = linkPath(href)

  return decodeUriPart(path.slice(path.lastIndexOf('/') + 1))
}

/** Decodes a percent-encoded part of a URL; returns it unchanged when it is malformed. */
export function decodeUriPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
