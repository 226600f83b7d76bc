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

/** The literal prefix of a pattern. */
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
