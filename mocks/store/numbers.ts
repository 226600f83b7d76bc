/** Numbers that are never given out twice, not even after the record they were for is deleted. */
export class Numbers {
  readonly #sequences: Map<string, number>
  wasUsed = false

  constructor(sequences: ReadonlyMap<string, number>) {
    this.#sequences = new Map(sequences)
  }

  get sequences(): ReadonlyMap<string, number> {
    return this.#sequences
  }

  /** The next number of a sequence that is not taken. */
  next(sequence: string, isTaken: (number: number) => boolean): number {
    let number = (this.#sequences.get(sequence) ?? 0) + 1

    while (isTaken(number)) number++
    this.startAt(sequence, number)

    return number
  }

  /** Makes a sequence go on after `number`. */
  startAt(sequence: string, number: number): void {
    this.#sequences.set(sequence, number)
    this.wasUsed = true
  }
}
