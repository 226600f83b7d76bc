/** A browser's `localStorage` with its limit, in characters. */
export class StorageInMemory {
  readonly #texts = new Map<string, string>()
  readonly #quota: number

  constructor(quota = 5_000_000) {
    this.#quota = quota
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null
  }

  setItem(key: string, text: string): void {
    if (text.length > this.#quota)
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
    this.#texts.set(key, text)
  }

  removeItem(key: string): void {
    this.#texts.delete(key)
  }
}
