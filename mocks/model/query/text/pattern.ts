/** Whether a word matches a pattern, in which `*` matches any characters and `?` one. */
function matchesPattern(pattern: string, word: string): boolean {
  let [at, inPattern] = [0, 0]
  let star: { readonly inPattern: number; readonly at: number } | undefined

  while (at < word.length) {
    const sign = pattern[inPattern]

    if (sign === '*') {
      star = { inPattern, at }
      inPattern++
    } else if (sign === '?' || sign === word[at]) {
      at++
      inPattern++
    } else if (star) {
      // Only the last star needs to match one more character.
      star = { ...star, at: star.at + 1 }
      at = star.at
      inPattern = star.inPattern + 1
    } else return false
  }

  while (pattern[inPattern] === '*') inPattern++

  return inPattern === pattern.length
}

/** The literal prefix of a pattern. */
export function prefixOf(pattern: string): string {
  const end = pattern.search(/[*?]/)

  return end === -1 ? pattern : pattern.slice(0, end)
}

/** Returns a function that matches words against a pattern; common forms use string functions, which are faster. */
export function matcherOf(pattern: string): (word: string) => boolean {
  const { before, letters = '', after } = common.exec(pattern)?.groups ?? {}

  if (letters === '') return (word) => matchesPattern(pattern, word)
  if (before && after) return (word) => word.includes(letters)
  if (before) return (word) => word.endsWith(letters)

  return after ? (word) => word.startsWith(letters) : (word) => word === letters
}

const common = /^(?<before>\*?)(?<letters>[^*?]+)(?<after>\*?)$/
