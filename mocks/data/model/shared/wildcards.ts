/** The minimum number of characters that a wildcard matches. */
export type Gap = 0 | 1

/** A pattern with wildcards that match any text: `https://*.shop.example`. Matched in one pass over the text. */
export class Wildcards {
  readonly #literals: readonly string[]
  readonly #gaps: readonly Gap[]

  /**
   * @param literals the text around the wildcards
   * @param gaps of the wildcards, one fewer than literals; 0 where omitted
   */
  constructor(literals: readonly string[], gaps: readonly Gap[] = []) {
    this.#literals = literals
    this.#gaps = gaps
  }

  /** Looks for each literal at its earliest position, which leaves the most room for the others. */
  matches(text: string): boolean {
    const [first = '', ...others] = this.#literals
    const last = others.at(-1)

    if (last === undefined) return text === first
    if (!text.startsWith(first) || !text.endsWith(last)) return false

    let at = first.length

    for (const [index, literal] of others.slice(0, -1).entries()) {
      const found = text.indexOf(literal, at + this.#gap(index))

      if (found === -1) return false
      at = found + literal.length
    }

    return text.length - last.length >= at + this.#gap(others.length - 1)
  }

  #gap(index: number): Gap {
    return this.#gaps[index] ?? 0
  }
}
