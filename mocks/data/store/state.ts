import type { Table, TableReader, TableSpec, TableDraft } from './table.ts'

/** Sequences of numbers. The number of a deleted record is not used again, until an older state is restored. */
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

export type Specs = Readonly<Record<string, TableSpec>>

/** Read-only views of every table. Rules that take these work on committed data and on drafts. */
export type Readers<S extends Specs> = {
  readonly [Name in keyof S]: S[Name] extends TableSpec<infer T, infer K, infer U, infer G>
    ? TableReader<T, K, U, G>
    : never
}

/** The committed version of every table. */
export type Tables<S extends Specs> = {
  readonly [Name in keyof S]: S[Name] extends TableSpec<infer T, infer K, infer U, infer G>
    ? Table<T, K, U, G>
    : never
}

type TableDrafts<S extends Specs> = {
  readonly [Name in keyof S]: S[Name] extends TableSpec<infer T, infer K, infer U, infer G>
    ? TableDraft<T, K, U, G>
    : never
}

/** All data of a store at one time. It never changes, so a reference to it is a snapshot. */
export interface State<S extends Specs> {
  readonly tables: Tables<S>
  /** The last number used of each sequence. */
  readonly sequences: ReadonlyMap<string, number>
}

/** A change in progress: tables to read and write, and the sequences of ids. */
export type Draft<S extends Specs> = TableDrafts<S> & { readonly sequences: Sequences }
