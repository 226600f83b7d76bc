import { z } from 'zod'
import { isPlainObject } from './plain-object.ts'

interface IgnoredMembers {
  readonly names: readonly string[]
  /** Those that have an effect in the real service: ignored with a warning, unless they are empty. */
  readonly unsupported: readonly string[]
}

const ignored = z.registry<IgnoredMembers>()

/** Members of responses that tell who wrote a record and when, as `omit()` of a schema takes them. */
export const auditMask = { created_by: true, created_on: true, modified_by: true, modified_on: true } as const

/** Their names; clients send them back. */
export const auditMembers = Object.keys(auditMask)

/**
 * Registers further members for the schema of an object, which existing clients send: they are ignored, and the contract
 * lists them. Returns the schema unchanged.
 *
 * @param names of members that change nothing that matters; they are ignored without a warning
 * @param unsupported names of members that have an effect in the real service; unless empty, each is a warning
 */
export function withIgnored<T extends z.ZodType>(
  schema: T,
  names: readonly string[],
  unsupported: readonly string[] = [],
): T {
  ignored.add(schema, { names: [...names, ...unsupported], unsupported })

  return schema
}

export function ignoredMembers(schema: z.core.$ZodType): IgnoredMembers {
  return ignored.get(schema) ?? { names: [], unsupported: [] }
}

/** Whether a member says nothing, as clients send it that send every member. */
export function isEmptyMember(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.values(value).every(isEmptyMember) : !value
}

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

/** In milliseconds. */
export const dayLength = 86_400_000

const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')

/** A moment, in milliseconds since 1970; the end of the years 1 to 9999, which every ISO 8601 parser accepts, if it is beyond them. */
export function withinYears(moment: number): number {
  return Math.min(Math.max(moment, earliest), latest)
}

/** The stored form (ISO 8601 UTC) of a time. Stored dates compare as text, so their years have four digits. */
export function storedDate(date: Date): string | undefined {
  const text = Number.isNaN(date.getTime()) ? '' : date.toISOString()

  return text.length === '0000-00-00T00:00:00.000Z'.length ? text : undefined
}

const pattern =
  /^(?<day>\d{4}-?\d{2}-?\d{2})(?:[T ](?<hour>\d{2})(?::?(?<minute>\d{2})(?::?(?<second>\d{2})(?:\.(?<fraction>\d+))?)?)?(?: ?(?:Z|UTC|GMT)|(?<sign>[+\- ])(?<hours>\d{2}):?(?<minutes>\d{2})?)?)?$/i

/**
 * Parses a date in any documented form, and returns the stored form: `20141213`, `20141213T1015`,
 * `2014-12-13T10:15:30.000+02:00` ... A day means its midnight. A time without an offset is UTC, so that the response
 * does not depend on the time zone of the machine; the plus sign of an offset may be a space, as decoded from a URL.
 *
 * @returns undefined when the text is not an existing date
 */
export function readDate(text: string): string | undefined {
  const { day, hour, minute, second, fraction, sign, hours, minutes } =
    pattern.exec(text.trim())?.groups ?? {}

  if (day === undefined) return undefined

  const digits = day.replaceAll('-', '')
  const isoDay = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  const time = `${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}.${(fraction ?? '').padEnd(3, '0').slice(0, 3)}`
  const offset = hours === undefined ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${minutes ?? '00'}`
  const date = new Date(`${isoDay}T${time}${offset}`)

  // `Date` converts 31 February to 3 March.
  return storedDate(new Date(isoDay))?.startsWith(isoDay) ? storedDate(date) : undefined
}
