/** "Did you mean ...?" for the most similar name; empty when none is similar. */
export function suggestion(given: string, names: Iterable<string>): string {
  if (given.length > maxLength) return ''
  const lowerCased = given.toLowerCase()
  let bestDistance = Math.max(1, Math.floor(lowerCased.length / 3)) + 1
  let best: string | undefined

  for (const name of names) {
    if (Math.abs(name.length - lowerCased.length) >= bestDistance) continue
    const distance = editDistance(lowerCased, name.toLowerCase())

    // Names without a common character are not similar, however short.
    if (distance >= bestDistance || distance >= Math.max(lowerCased.length, name.length)) continue
    best = name
    bestDistance = distance
  }

  return best === undefined ? '' : `Did you mean "${best}"?`
}

/** Longer lists are omitted. */
const maxListed = 20

/** The message for an unknown name, with a suggestion or the available names. */
export function unknownNameMessage(given: string, names: Iterable<string>): string {
  return `"${shortened(given)}" is not recognized. ${suggestionOrList(given, [...names])}`.trimEnd()
}

/** "Did you mean ...?" for a similar name, otherwise the available names if they are few. */
export function suggestionOrList(given: string, names: readonly string[]): string {
  return suggestion(given, names) || (names.length > maxListed ? '' : availableNames(names))
}

/** `Available: a, b.` */
export function availableNames(names: readonly string[]): string {
  return names.length === 0 ? '' : `Available: ${names.join(', ')}.`
}

/**
 * Rejects unknown options: JavaScript callers have no type check.
 *
 * @param task what fails then: `listen`
 *
 * @throws {TypeError} naming each one, with the nearest known name
 */
export function rejectUnknownOptions(options: object, names: readonly string[], task: string): void {
  const unknown = Object.keys(options).filter((name) => !names.includes(name))

  if (unknown.length === 0) return

  const hint = names.includes('properties')
    ? 'Properties are given as properties: { … }.'
    : availableNames(names)
  const problems = unknown.map((name) => `There is no option "${name}". ${suggestion(name, names) || hint}`)

  throw new TypeError(`Failed to ${task}: ${problems.join(' ').trimEnd()}`)
}

/** `a, b or c`. */
export function enumeration(items: readonly string[], word = 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}

/** Longer texts are shortened in messages, and get no suggestion. */
const maxLength = 60

/** The beginning of a text, for a message. */
export function shortened(text: string, length = maxLength): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** The Damerau-Levenshtein distance (optimal string alignment). */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: to.length + 1 }, (_, index) => index)

  for (let row = 1; row <= from.length; row++) {
    const current = [row]

    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      const isSwapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]

      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
      )
    }
    beforeLast = last
    last = current
  }

  return last[to.length] ?? 0
}
