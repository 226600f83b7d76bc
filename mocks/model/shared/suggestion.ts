/** "Did you mean ...?" when one of the names is nearly the one given; else nothing. */
export function suggestion(given: string, names: Iterable<string>): string {
  const wanted = given.toLowerCase()
  const maxDistance = Math.max(1, Math.floor(wanted.length / 3))
  let best: { name: string; distance: number } | undefined

  for (const name of names) {
    if (wanted.length > maxLength || Math.abs(name.length - wanted.length) > maxDistance) continue
    const distance = editDistance(wanted, name.toLowerCase())

    if (distance <= (best ? best.distance - 1 : maxDistance)) best = { name, distance }
  }

  return best ? `Did you mean "${best.name}"?` : ''
}

/** More names are not listed. */
const maxListed = 20

/** Says that a name means nothing, and which one may have been meant, or which there are. */
export function unknownNameMessage(given: string, names: Iterable<string>): string {
  return `"${given.slice(0, maxLength)}" is not recognized. ${nearestOf(given, [...names])}`.trimEnd()
}

/** "Did you mean ...?" where one of the names is nearly the one given; else all that there are, if they are few. */
export function nearestOf(given: string, names: readonly string[]): string {
  const listing = names.length === 0 || names.length > maxListed ? '' : `There are ${names.join(', ')}.`

  return suggestion(given, names) || listing
}

/** `a, b or c`. */
export function enumeration(items: readonly string[], word = 'or'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
}

/** Names longer than this are compared with none. */
const maxLength = 60

/** How many letters have to be put in, taken out, replaced or swapped to make one text of another. */
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
