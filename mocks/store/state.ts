import type { Numbers } from './numbers.ts'
import type { Table } from './table.ts'
import type { TableDraft } from './table-draft.ts'
import type { TableReader, TableSpec } from './table-spec.ts'

export type Specs = Readonly<Record<string, TableSpec>>

/** Read-only views of every table. Rules take these, and so work on published data and on a change alike. */
export type Readers<S extends Specs> = {
  readonly [Name in keyof S]: S[Name] extends TableSpec<infer T, infer K, infer U, infer G>
    ? TableReader<T, K, U, G>
    : never
}

/** Every table as published. */
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

/** Everything a store holds at one moment. It never changes, so holding on to it is a snapshot. */
export interface State<S extends Specs> {
  readonly tables: Tables<S>
  /** Last number given out per sequence. */
  readonly sequences: ReadonlyMap<string, number>
}

/** A change in progress: tables to read and write, and numbers to give out. */
export type Draft<S extends Specs> = TableDrafts<S> & { readonly numbers: Numbers }
