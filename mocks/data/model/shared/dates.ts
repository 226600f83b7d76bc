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
