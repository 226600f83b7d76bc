/** Shorter texts are not worth a look-up. */
const minLength = 1000

/** Lets equal long texts share their memory, as those of copies did before they were stored and read again. */
export class SharedTexts {
  readonly #known = new Map<string, string>()

  /** Replaces long texts in a value that was read from JSON by equal ones that were read before. */
  shareIn(value: unknown): void {
    if (typeof value !== 'object' || value === null) return

    // Read from JSON, so all members are its own.
    const members = value as Record<string, unknown>

    for (const name in members) {
      const member = members[name]

      if (typeof member !== 'string') this.shareIn(member)
      else if (member.length >= minLength) members[name] = this.#shared(member)
    }
  }

  #shared(text: string): string {
    const known = this.#known.get(text)

    if (known === undefined) this.#known.set(text, text)

    return known ?? text
  }
}
