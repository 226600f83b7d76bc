/** The index of the menu item that a key moves to; undefined for other keys. */
export function menuMove(labels: readonly string[], from: number, key: string): number | undefined {
  const moves: Record<string, number> = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: -1 }
  const to = moves[key]

  if (to !== undefined) return (to + labels.length) % labels.length
  if (key.length > 1) return undefined

  // The next item that starts with the letter; after the last item, the search continues at the first.
  return labels
    .map((_, step) => (from + 1 + step) % labels.length)
    .find((index) => labels[index]?.toLowerCase().startsWith(key.toLowerCase()))
}
