import type { PropertyMember } from '../definitions/definition.ts'
import { checkValue } from '../entities/property-values.ts'
import type { Json } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'

/** The value that is `n` steps after another one. */
type Succession = (n: number) => Json

const maxSteps = 2 ** 30

/**
 * A value of a unique property that is not taken yet: for text the next number at its end, or where the property's
 * expression forbids that, the next letters and digits. It follows from the data alone, so that a plan shows it.
 * Undefined if there is no such value.
 */
export function freshValue(
  data: Data,
  property: PropertyMember,
  value: Json,
  isTaken: (value: Json) => boolean,
): Json | undefined {
  return successionsOf(value)
    .map((succession) => firstFree(succession, isTaken))
    .find((free) => free !== undefined && 'value' in checkValue(data, property, free))
}

function successionsOf(value: Json): Succession[] {
  if (typeof value === 'number') return [(n) => value + n]

  return typeof value === 'string' ? [(n) => numbered(value, n), (n) => spelled(value, n)] : []
}

/** A free value right after a taken one, found in few steps even where many are taken. */
function firstFree(valueAt: Succession, isTaken: (value: Json) => boolean): Json | undefined {
  let free = 1

  while (free < maxSteps && isTaken(valueAt(free))) free *= 2
  if (free >= maxSteps) return undefined

  let taken = Math.floor(free / 2)

  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)

    if (isTaken(valueAt(middle))) taken = middle
    else free = middle
  }

  return valueAt(free)
}

/** `plate-09` and 1: `plate-10`; `plate` and 1: `plate-2`. */
function numbered(text: string, n: number): string {
  const [digits = ''] = /\d{0,15}$/.exec(text) ?? []
  const next = `${Number(digits || 1) + n}`

  return digits === '' ? `${text}-${next}` : text.slice(0, -digits.length) + next.padStart(digits.length, '0')
}

const alphabets = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** The text as a number whose digits are its letters and digits, plus `n`: `NZ` and 1: `OA`. */
function spelled(text: string, n: number): string {
  let carry = n

  return Array.from(text).reduceRight((rest, sign) => {
    const alphabet = alphabets.find((each) => each.includes(sign))

    if (!alphabet) return sign + rest

    const sum = alphabet.indexOf(sign) + carry

    carry = Math.floor(sum / alphabet.length)

    return `${alphabet[sum % alphabet.length]}${rest}`
  }, '')
}
