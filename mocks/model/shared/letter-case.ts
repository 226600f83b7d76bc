/** Names as they are compared: without letter case. */
export function foldCase(name: string): string {
  return name.toLowerCase()
}

/** Names of JSON members and query parameters as they are compared: without letter case and underscores. */
export function foldMember(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/**
 * Values by name, found in any letter case; one that has the exact name goes before. Names are given back as they were
 * set.
 */
export class NameMap<V> extends Map<string, V> {
  readonly #exactNames = new Map<string, string>()

  /** The name as it was set; undefined when there is none like it. */
  exact(name: string): string | undefined {
    return super.has(name) ? name : this.#exactNames.get(foldCase(name))
  }

  override set(name: string, value: V): this {
    const folded = foldCase(name)

    if (!this.#exactNames.has(folded)) this.#exactNames.set(folded, name)

    return super.set(name, value)
  }

  override get(name: string): V | undefined {
    const exact = this.exact(name)

    return exact === undefined ? undefined : super.get(exact)
  }

  override has(name: string): boolean {
    return this.exact(name) !== undefined
  }
}
