/** The texts of an item that a search is compared with. */
export interface Named {
  readonly title: string
  readonly identifier?: string | undefined
  readonly id?: string | number | undefined
}

/**
 * How well an item matches what was typed; lower is better. From best to worst: its id or identifier, its title, the
 * start of its title, the start of a word in its title, a part of its title, all the words in any order, a part of its
 * identifier, anything else.
 */
export function rankOf(typed: string, { title, identifier = '', id }: Named): number {
  const text = typed.trim().toLowerCase()
  const name = title.toLowerCase()
  const steps = [
    String(id) === text || identifier.toLowerCase() === text,
    name === text,
    name.startsWith(text),
    name.split(/[\s·:,/-]+/).some((_, index, words) => words.slice(index).join(' ').startsWith(text)),
    name.includes(text),
    text.split(/\s+/).every((word) => name.includes(word)),
    identifier.toLowerCase().includes(text),
  ]
  const rank = steps.indexOf(true)

  return rank === -1 ? steps.length : rank
}

/** Best match first; the sort is stable. */
export function ranked<Item>(typed: string, items: readonly Item[], named: (item: Item) => Named): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(typed, named(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
