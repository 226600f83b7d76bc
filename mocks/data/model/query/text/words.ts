import { compileDefinition, type CompiledDefinition } from '../../definitions/compiled-definition.ts'
import type { Entity } from '../../entities/entity.ts'
import type { Data } from '../../data-tables.ts'
import type { OptionList, OptionValue } from '../../definitions/definition.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { computedOnce } from '../../shared/maps.ts'

/** A function of entities that is compiled once for each of their definitions. */
export function perDefinition<Result>(
  data: Data,
  compile: (definition: CompiledDefinition | undefined) => (entity: Entity) => Result,
): (entity: Entity) => Result {
  const compiled = new Map<string, (entity: Entity) => Result>()

  return (entity) => {
    let ofDefinition = compiled.get(entity.definition)

    if (!ofDefinition) {
      const definition = data.definitions.get(entity.definition)

      compiled.set(entity.definition, (ofDefinition = compile(definition && compileDefinition(definition))))
    }

    return ofDefinition(entity)
  }
}

/** Whether a word matches a pattern, in which `*` matches any characters and `?` one. */
function matchesPattern(pattern: string, word: string): boolean {
  let [position, patternPosition] = [0, 0]
  /** The last star, and where the text after it was tried. Not an object: a new one for each character takes long. */
  let [star, start] = [-1, 0]

  while (position < word.length) {
    const character = pattern[patternPosition]

    if (character === '*') {
      star = patternPosition
      start = position
      patternPosition++
    } else if (character === '?' || character === word[position]) {
      position++
      patternPosition++
    } else if (star >= 0) {
      // Backtrack: let the last star match one more character. Earlier stars never have to.
      start++
      position = start
      patternPosition = star + 1
    } else return false
  }

  while (pattern[patternPosition] === '*') patternPosition++

  return patternPosition === pattern.length
}

export function literalPrefix(pattern: string): string {
  const end = pattern.search(/[*?]/)

  return end === -1 ? pattern : pattern.slice(0, end)
}

/** Returns a function that matches words against a pattern; common forms use string functions, which are faster. */
export function matcherOf(pattern: string): (word: string) => boolean {
  const { before, literal = '', after } = commonForm.exec(pattern)?.groups ?? {}

  if (literal === '') return (word) => matchesPattern(pattern, word)
  if (before && after) return (word) => word.includes(literal)
  if (before) return (word) => word.endsWith(literal)

  return after ? (word) => word.startsWith(literal) : (word) => word === literal
}

const commonForm = /^(?<before>\*?)(?<literal>[^*?]+)(?<after>\*?)$/

const asciiText = /^[\0-\x7f]*$/
const asciiWord = /[a-z0-9]{1,100}/g
const word = /[\p{L}\p{M}\p{N}]{1,100}/gu

/** The words of a text, in lower case: sequences of letters and digits. Very long ones are split. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()

  // Most text is ASCII, which is split several times faster.
  return lower.match(asciiText.test(lower) ? asciiWord : word) ?? []
}

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
