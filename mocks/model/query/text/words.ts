import { compileDefinition } from '../../definitions/compiled-definition.ts'
import type { OptionList, OptionValue } from '../../definitions/option-list.ts'
import type { Entity } from '../../entities/entity.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Data } from '../../tables.ts'
import { matcherOf } from './pattern.ts'
import { computedOnce } from '../../shared/maps.ts'

const asciiText = /^[\0-\x7f]*$/
/** Longer words are split. */
export const maxLetters = 100
const asciiWord = /[a-z0-9]{1,100}/g
const word = /[\p{L}\p{M}\p{N}]{1,100}/gu

/** The words of a text, in lower case: sequences of letters and digits. Very long ones are split. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()

  // Most text is ASCII, which is split several times faster.
  return lower.match(asciiText.test(lower) ? asciiWord : word) ?? []
}

/** The words of a text in order, in any form. */
type Words<Word> = readonly Word[]

/**
 * Returns a function for the words of each text for full-text search, as `splitText` returns them: text in every culture,
 * options with their labels, and the identifier. It is for many entities: the options that they repeat are split once.
 */
export function searchedWords<Word>(
  data: Data,
  splitText: (text: string) => Words<Word>,
): (entity: Entity) => Words<Word>[] {
  const members = new Map<string, readonly SearchedMember<Word>[]>()

  return ({ definition, identifier, properties }) => {
    const words: Words<Word>[] = [splitText(identifier)]
    let searched = members.get(definition)

    if (!searched) members.set(definition, (searched = searchedMembers(data, definition, splitText)))
    for (const { name, split } of searched) {
      if (Object.hasOwn(properties, name)) addWords(words, properties[name], split)
    }

    return words
  }
}

/** A property with text, and the words of its texts. */
interface SearchedMember<Word> {
  readonly name: string
  readonly split: (text: string) => readonly Words<Word>[]
}

function searchedMembers<Word>(
  data: Data,
  definition: string,
  splitText: (text: string) => Words<Word>,
): SearchedMember<Word>[] {
  const record = data.definitions.get(definition)
  const members = record ? [...compileDefinition(record).properties.values()] : []

  return members
    .filter(({ type }) => type === 'String')
    .map(({ name, datasource }) => {
      const list = datasource ? data.optionLists.get(datasource) : undefined
      const options = list && textsOfOptions(list)
      const known = new Map<string, readonly Words<Word>[]>()

      return {
        name,
        split(text) {
          const texts = options?.get(text)

          if (!texts) return [splitText(text)]
          const words = known.get(text) ?? texts.map(splitText)

          known.set(text, words)

          return words
        },
      }
    })
}

/** The texts of each option of a list, by its identifier. */
const textsOfOptions = computedOnce((list: OptionList) => new Map(list.values.flatMap(textsOfOption)))

function textsOfOption({ identifier, labels, values = [] }: OptionValue): [string, string[]][] {
  return [[identifier, [identifier, ...Object.values(labels)]], ...values.flatMap(textsOfOption)]
}

/** Adds the words of the strings of a value, which may be a list or multi-language. */
function addWords<Word>(
  words: Words<Word>[],
  value: Json | undefined,
  split: SearchedMember<Word>['split'],
): void {
  if (typeof value === 'string') for (const each of split(value)) words.push(each)
  else if (Array.isArray(value)) for (const item of value) addWords(words, item, split)
  else if (isObject(value)) for (const item of Object.values(value)) addWords(words, item, split)
}

/** Matches entities with consecutive words of one value that match the patterns. */
export function hasWords(data: Data, patterns: readonly string[]): (entity: Entity) => boolean {
  const matchers = patterns.map(matcherOf)
  const wordsOf = searchedWords(data, wordsIn)

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
