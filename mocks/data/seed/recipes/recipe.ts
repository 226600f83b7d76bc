import type { Json } from '../../model/shared/json.ts'
import type { Faker, Fakers } from '../generator/fakers.ts'

/** What a recipe generates a record from. */
export interface RecordContext {
  index: number
  /** The English faker, and those of all languages. They draw from the stream of the record. */
  faker: Faker
  fakers: Fakers
  createdOn: string
  /** The number of parents that this record can choose from in a relation of which it is a child. */
  parentCount: (relation: string) => number
  /** The index of any of these parents; 0 if there is none. */
  anyParent: (relation: string) => number
  /** Draws the facts of a record that others mention, from a stream of their own: always the same ones. */
  factsOf: <T>(definition: string, index: number, draw: (fakers: Fakers) => T) => T
}

export interface RecordValues {
  /** By name; null for no value. Omitted properties are filled by their type and name. */
  properties: Record<string, Json>
  /** Indexes of the parents, by relation. Omitted relations get random parents. */
  parents?: Record<string, number[]>
}

export interface Recipe {
  /** The share of the records, in proportion to the other definitions. */
  weight: number
  /**
   * How many records, besides the first, are created before those of other definitions, so that those can choose among
   * them: see `RecordSchedule`.
   */
  firstCount?: number
  /** The maximum number of records. */
  limit?: number
  make: (context: RecordContext) => RecordValues
}
