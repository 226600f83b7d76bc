/** The texts of an item that are compared with a search. */
interface SearchableTexts {
  readonly title: string
  readonly identifier?: string | undefined
  readonly id?: string | number | undefined
}

/** The rank of an item that matches with none of these texts. */
export const noMatch = Number.MAX_SAFE_INTEGER

/**
 * How well an item matches what was typed; lower is better. From best to worst: its id or identifier, its title, the
 * start of its title, the start of a word in its title, a part of its title, all the words in any order, a part of its
 * identifier, anything else.
 */
export function rankOf(typed: string, { title, identifier = '', id }: SearchableTexts): number {
  const text = typed.trim().toLowerCase()
  const name = title.toLowerCase()
  const matches = [
    String(id) === text || identifier.toLowerCase() === text,
    name === text,
    name.startsWith(text),
    name.split(/[\s·:,/-]+/).some((_, index, words) => words.slice(index).join(' ').startsWith(text)),
    name.includes(text),
    text.split(/\s+/).every((word) => name.includes(word)),
    identifier.toLowerCase().includes(text),
  ]
  const rank = matches.indexOf(true)

  return rank === -1 ? noMatch : rank
}

/** Best match first; the sort is stable. */
export function ranked<Item>(
  typed: string,
  items: readonly Item[],
  textsOf: (item: Item) => SearchableTexts,
): Item[] {
  return items
    .map((item) => ({ item, rank: rankOf(typed, textsOf(item)) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}
