/** How to make the values of properties whose names end with these words. */
export type Hint<T> = readonly [lastWords: RegExp, make: T]

/** Returns what the first hint that applies has; it must match from the beginning of a word of the name. */
export function hinted<T>(hints: readonly Hint<T>[], name: string): T | undefined {
  const ends = Array.from(name.matchAll(word), ({ index }) => name.slice(index))

  return hints.find(([lastWords]) => ends.some((end) => end.search(lastWords) === 0))?.[1]
}

/** `VAT`, `Rate`, `of`, `2026`. */
const word = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\d+/gu
