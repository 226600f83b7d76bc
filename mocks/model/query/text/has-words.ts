import type { Entity } from '../../entities/entity.ts'
import type { Data } from '../../tables.ts'
import { matcherOf } from './pattern.ts'
import { searchedTexts, wordsIn } from './words.ts'

/** Tells who has a word of the pattern. */
export function hasWord(data: Data, pattern: string): (entity: Entity) => boolean {
  const isOne = matcherOf(pattern)

  return (entity) => searchedTexts(data, entity).some((text) => wordsIn(text).some(isOne))
}

/** Tells who has words of the patterns, one behind the other, in a value. */
export function hasPhrase(data: Data, patterns: readonly string[]): (entity: Entity) => boolean {
  const matchers = patterns.map(matcherOf)

  return (entity) =>
    searchedTexts(data, entity).some((text) => {
      const words = wordsIn(text)

      return words.some((_, start) =>
        matchers.every((isOne, offset) => {
          const word = words[start + offset]

          return word !== undefined && isOne(word)
        }),
      )
    })
}
