import type { PropertyMember } from '../../model/definitions/definition.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { checkValue } from '../../model/entities/property-values.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'

/** A valid value of a unique property that no entity has, similar to the given one; undefined if none is found. */
export function freeValue(
  value: Json,
  property: PropertyMember,
  definition: string,
  data: Data,
): Json | undefined {
  for (const candidate of valuesLike(value)) {
    const key = uniqueValueKey(definition, property.name, candidate)

    if (!data.entities.find('propertyValue', key) && 'value' in checkValue(data, property, candidate)) {
      return candidate
    }
  }

  return undefined
}

const maxCandidates = 1000

function* valuesLike(value: Json): Generator<Json> {
  if (typeof value === 'string') yield `${value}-2`

  let next = value

  for (let number = 0; number < maxCandidates; number++) {
    if (typeof next === 'number') yield (next += 1)
    else if (typeof next === 'string') yield (next = textAfter(next))
    else return
  }
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Counts up the digits and letters of a text, so that what an expression requires of them still holds: `Z-19`, `Z-20`. */
function textAfter(text: string): string {
  const characters = Array.from(text)

  for (let index = characters.length - 1; index >= 0; index--) {
    const character = characters[index] ?? ''
    const alphabet = alphabets.find((each) => each.includes(character))

    if (alphabet === undefined) continue

    const next = alphabet[alphabet.indexOf(character) + 1]

    characters[index] = next ?? alphabet.charAt(0)
    if (next !== undefined) break
  }

  return characters.join('')
}
