import type { OptionList, OptionValue } from '../../definitions/option-list.ts'
import type { Entity } from '../../entities/entity.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Data } from '../../tables.ts'
import { perDefinition } from '../per-definition.ts'
import { matcherOf } from './pattern.ts'
import { computedOnce } from '../../shared/maps.ts'

const asciiText = /^[\0-\x7f]*$/
const asciiWord = /[a-z0-9]{1,100}/g
const word = /[\p{L}\p{M}\p{N}]{1,100}/gu

/** The words of a text, in lower case: sequences of letters and digits. Very long ones are split. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()

  // Most text is ASCII, which is split several times faster.
  return lower.match(asciiText.test(lower) ? asciiWord : word) ?? []
}

/** The words of a text in order. */
type Words = readonly string[]

/** The words of the texts of each option of a list, by its identifier. */
type OptionWords = ReadonlyMap<string, readonly Words[]>

/**
 * Returns a function for the words of each text for full-text search: text in every culture, options with their labels,
 * and the identifier.
 */
export function searchedWords(data: Data): (entity: Entity) => Words[] {
  return perDefinition(data, (definition) => {
    const members = Array.from(definition?.properties.values() ?? [])
      .filter(({ type }) => type === 'String')
      .map(({ name, datasource }) => {
        const list = datasource ? data.optionLists.get(datasource) : undefined

        return { name, options: list && wordsOfOptions(list) }
      })

    return ({ identifier, properties }) => {
      const words: Words[] = [wordsIn(identifier)]

      for (const { name, options } of members) {
        if (Object.hasOwn(properties, name)) addWords(words, properties[name], options)
      }

      return words
    }
  })
}

const wordsOfOptions = computedOnce(
  (list: OptionList): OptionWords => new Map(list.values.flatMap(wordsOfOption)),
)

function wordsOfOption({ identifier, labels, values = [] }: OptionValue): [string, Words[]][] {
  return [[identifier, [identifier, ...Object.values(labels)].map(wordsIn)], ...values.flatMap(wordsOfOption)]
}

/** Adds the words of the strings of a value, which may be a list or multi-language. */
function addWords(words: Words[], value: Json | undefined, options: OptionWords | undefined): void {
  if (typeof value === 'string') for (const each of options?.get(value) ?? [wordsIn(value)]) words.push(each)
  else if (Array.isArray(value)) for (const item of value) addWords(words, item, options)
  else if (isObject(value)) for (const item of Object.values(value)) addWords(words, item, options)
}

/** Matches entities with consecutive words of one value that match the patterns. */
export function hasWords(data: Data, patterns: readonly string[]): (entity: Entity) => boolean {
  const wordsOf = searchedWords(data)
  const matchers = patterns.map(matcherOf)

  return (entity) =>
    wordsOf(entity).some((words) =>
      words.some((_, start) =>
        matchers.every((matches, offset) => {
          const word = words[start + offset]

          return word !== undefined && matches(word)
        }),
      ),
    )
}
