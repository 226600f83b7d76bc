/** Sequences of numbers. A number is never used twice, not even after its record is deleted. */
export class Numbers {
  readonly #before: ReadonlyMap<string, number>
  #own: Map<string, number> | undefined

  constructor(sequences: ReadonlyMap<string, number>) {
    this.#before = sequences
  }

  get wasUsed(): boolean {
    return this.#own !== undefined
  }

  get sequences(): ReadonlyMap<string, number> {
    return this.#own ?? this.#before
  }

  /** The next number of a sequence that is not taken. */
  next(sequence: string, isTaken: (number: number) => boolean): number {
    let number = (this.sequences.get(sequence) ?? 0) + 1

    while (isTaken(number)) number++
    this.startAt(sequence, number)

    return number
  }

  /** Makes a sequence continue after `number`. */
  startAt(sequence: string, number: number): void {
    this.#own ??= new Map(this.#before)
    this.#own.set(sequence, number)
  }
}
