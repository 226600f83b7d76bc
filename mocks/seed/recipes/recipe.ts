import type { Json } from '../../model/shared/json.ts'
import type { Faker } from '../generator/english-faker.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'

/** The context of the record that a recipe makes. */
export interface RecordContext {
  index: number
  stream: RandomStream
  createdOn: string
  /** The faker, drawing from a stream. */
  fakerOn: (stream: RandomStream) => Faker
  /** How many records of a definition this one may refer to through a relation of which it is the child. */
  available: (relation: string) => number
  /** The stream from which the record `index` of another definition took its main facts. */
  streamOf: (definition: string, index: number) => RandomStream
}

/** The record of a recipe: values by property, and indexes of parents by relation. */
export interface Made {
  /** null leaves a property empty; one that isn't named is filled by its type and name. */
  properties: Record<string, Json>
  /** A relation that isn't named gets parents at random. */
  parents?: Record<string, number[]>
}

export interface Recipe {
  /** How many records there are in proportion to the other definitions. */
  weight: number
  /** How many records, besides the first, are there from the start: what others choose from. */
  firstCount?: number
  /** The most records there can be. */
  limit?: number
  make: (draft: RecordContext) => Made
}
