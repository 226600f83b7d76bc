/** Whether a word matches a pattern, in which `*` matches any characters and `?` one. */
export function matchesPattern(pattern: string, word: string): boolean {
  let [position, patternPosition] = [0, 0]
  let star: { readonly patternPosition: number; readonly position: number } | undefined

  while (position < word.length) {
    const character = pattern[patternPosition]

    if (character === '*') {
      star = { patternPosition, position }
      patternPosition++
    } else if (character === '?' || character === word[position]) {
      position++
      patternPosition++
    } else if (star) {
      // Backtrack: let the last star match one more character. Earlier stars never have to.
      star = { ...star, position: star.position + 1 }
      position = star.position
      patternPosition = star.patternPosition + 1
    } else return false
  }

  while (pattern[patternPosition] === '*') patternPosition++

  return patternPosition === pattern.length
}

/** The literal prefix of a pattern. */
export function literalPrefix(pattern: string): string {
  const end = pattern.search(/[*?]/)

  return end === -1 ? pattern : pattern.slice(0, end)
}
