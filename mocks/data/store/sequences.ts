/** Sequences of numbers. A number is never used twice, not even after its record is deleted. */
export class Sequences {
  #lastUsed: ReadonlyMap<string, number>

  constructor(lastUsed: ReadonlyMap<string, number>) {
    this.#lastUsed = lastUsed
  }

  /** Another map when a number was used. */
  get lastUsed(): ReadonlyMap<string, number> {
    return this.#lastUsed
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
    this.#lastUsed = new Map(this.#lastUsed).set(sequence, number)
  }
}
