import { appendTo } from './maps.ts'

/** The form of a name for case-insensitive comparison. */
export function foldCase(name: string): string {
  return name.toLowerCase()
}

/** A name in the letter case in which it is known; an exact match takes precedence. */
export function asKnown(name: string, known: readonly string[]): string {
  return known.includes(name) ? name : (known.find((each) => foldCase(each) === foldCase(name)) ?? name)
}

/** The form of the name of a JSON member or query parameter for comparison: without letter case and underscores. */
export function foldMember(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}

/** A map with case-insensitive names; an exact match takes precedence. Its keys have the letter case they were set with. */
export class NameMap<V> extends Map<string, V> {
  readonly #keys = new Map<string, string[]>()

  /** The key that matches a name: the first one, if several differ from it only in letter case. */
  keyOf(name: string): string | undefined {
    return super.has(name) ? name : this.#keys.get(foldCase(name))?.[0]
  }

  keysOf(name: string): readonly string[] {
    return super.has(name) ? [name] : (this.#keys.get(foldCase(name)) ?? [])
  }

  override set(name: string, value: V): this {
    if (!super.has(name)) appendTo(this.#keys, foldCase(name), name)

    return super.set(name, value)
  }

  override get(name: string): V | undefined {
    const key = this.keyOf(name)

    return key === undefined ? undefined : super.get(key)
  }

  override has(name: string): boolean {
    return this.keyOf(name) !== undefined
  }
}
