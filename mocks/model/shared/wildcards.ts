/** The least number of characters between two pieces. */
export type Gap = 0 | 1

/** Text with gaps in it that any text fills: `https://*.shop.example`. Told in one pass over the text. */
export class Wildcards {
  readonly #pieces: readonly string[]
  readonly #gaps: readonly Gap[]

  /** @param gaps one fewer than pieces, in between them; any text where they are omitted */
  constructor(pieces: readonly string[], gaps: readonly Gap[] = []) {
    this.#pieces = pieces
    this.#gaps = gaps
  }

  /** Whether a text has the pieces in their order, the first and the last at its ends: the earliest place leaves most room. */
  matches(text: string): boolean {
    const [first = '', ...others] = this.#pieces
    const last = others.at(-1)

    if (last === undefined) return text === first
    if (!text.startsWith(first) || !text.endsWith(last)) return false

    let at = first.length

    for (const [index, piece] of others.slice(0, -1).entries()) {
      const found = text.indexOf(piece, at + this.#gap(index))

      if (found === -1) return false
      at = found + piece.length
    }

    return text.length - last.length >= at + this.#gap(others.length - 1)
  }

  #gap(index: number): Gap {
    return this.#gaps[index] ?? 0
  }
}
