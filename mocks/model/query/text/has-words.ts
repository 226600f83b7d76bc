import type { Entity } from '../../entities/entity.ts'
import type { Data } from '../../tables.ts'
import { matcherOf } from './pattern.ts'
import { searchedWords } from './words.ts'

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
