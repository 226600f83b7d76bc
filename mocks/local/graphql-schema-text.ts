import { printSchema } from 'graphql'
import type { Data } from '../data/model/data-tables.ts'
import { schemaOf } from '../service/platform/graphql/graphql-schema.ts'

/** The GraphQL schema that follows from the definitions, as generators read it. */
export function graphqlSchemaText(data: Data): string {
  return `${printSchema(schemaOf(data))}\n`
}
