/** Sequences of numbers. A number is never used twice, not even after its record is deleted. */
export class Sequences {
  readonly #before: ReadonlyMap<string, number>
  #own: Map<string, number> | undefined

  constructor(lastUsed: ReadonlyMap<string, number>) {
    this.#before = lastUsed
  }

  get wasUsed(): boolean {
    return this.#own !== undefined
  }

  get lastUsed(): ReadonlyMap<string, number> {
    return this.#own ?? this.#before
  }

  /** The next number of a sequence that is not taken. */
  next(sequence: string, isTaken: (number: number) => boolean): number {
    let number = (this.lastUsed.get(sequence) ?? 0) + 1

    while (isTaken(number)) number++
    this.continueAfter(sequence, number)

    return number
  }

  /** Makes a sequence continue after `number`. */
  continueAfter(sequence: string, number: number): void {
    this.#own ??= new Map(this.#before)
    this.#own.set(sequence, number)
  }
}
