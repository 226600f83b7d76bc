import { compileDefinition } from '../../definitions/compiled-definition.ts'
import type { OptionList, OptionValue } from '../../definitions/option-list.ts'
import type { Entity } from '../../entities/entity.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Data } from '../../tables.ts'
import { matcherOf } from './pattern.ts'

const asciiText = /^[\0-\x7f]*$/
const asciiWord = /[a-z0-9]{1,100}/g
const word = /[\p{L}\p{M}\p{N}]{1,100}/gu

/** The words of a text, in lower case: sequences of letters and digits. Very long ones are split. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()

  // Most text is ASCII, which is split several times faster.
  return lower.match(asciiText.test(lower) ? asciiWord : word) ?? []
}

/** The words of each text for full-text search: text in every culture, options with their labels, and the identifier. */
export function searchedWords(data: Data, entity: Entity): (readonly string[])[] {
  const definition = data.definitions.get(entity.definition)
  const properties = definition && compileDefinition(definition).properties
  const words = [wordsIn(entity.identifier)]

  for (const [name, value] of Object.entries(entity.properties)) {
    const member = properties?.get(name)

    if (member?.type !== 'String') continue
    const list = member.datasource ? data.optionLists.get(member.datasource) : undefined

    addWords(words, value, list && wordsOfOptions(list))
  }

  return words
}

type OptionWords = ReadonlyMap<string, readonly (readonly string[])[]>

/** Adds the words of the strings of a value, which may be a list or multi-language, and identify options. */
function addWords(words: (readonly string[])[], value: Json, options: OptionWords | undefined): void {
  if (typeof value === 'string') words.push(...(options?.get(value) ?? [wordsIn(value)]))
  else if (Array.isArray(value)) for (const item of value) addWords(words, item, options)
  else if (isObject(value)) for (const item of Object.values(value)) addWords(words, item, options)
}

const optionWords = new WeakMap<OptionList, OptionWords>()

/** The words of each option, by its identifier: entities repeat them, so they are split once. */
function wordsOfOptions(list: OptionList): OptionWords {
  const words = optionWords.get(list) ?? new Map(list.values.flatMap(wordsOfOption))

  optionWords.set(list, words)

  return words
}

function wordsOfOption({ identifier, labels, values = [] }: OptionValue): [string, string[][]][] {
  const words = [identifier, ...Object.values(labels)].map(wordsIn)

  return [[identifier, words], ...values.flatMap(wordsOfOption)]
}

/** Matches entities with consecutive words of one value that match the patterns. */
export function hasWords(data: Data, patterns: readonly string[]): (entity: Entity) => boolean {
  const matchers = patterns.map(matcherOf)

  return (entity) =>
    searchedWords(data, entity).some((words) =>
      words.some((_, start) =>
        matchers.every((matches, offset) => {
          const word = words[start + offset]

          return word !== undefined && matches(word)
        }),
      ),
    )
}
