import type { Json } from '../../model/shared/json.ts'
import type { Faker } from '../generator/english-faker.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'

/** What a recipe generates a record from. */
export interface RecordContext {
  index: number
  stream: RandomStream
  createdOn: string
  /** Returns the faker, which now draws from `stream`. */
  fakerFor: (stream: RandomStream) => Faker
  /** The number of parents that this record can choose from in a relation of which it is a child. */
  parentCount: (relation: string) => number
  /** The stream that determines the facts of a record that others mention. */
  factsStream: (definition: string, index: number) => RandomStream
}

/** The values that a recipe generates for a record. */
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
