import { buildClientSchema, getIntrospectionQuery, Kind, parse, type GraphQLSchema } from 'graphql'
import { sendOrThrow } from '../../service/client.ts'

export const graphqlPath = '/api/graphql/preview/v1'

/** The introspection of the schema as text, which is equal as long as the schema is. */
export const introspectionQuery = {
  queryKey: ['introspection'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const json = { query: getIntrospectionQuery() }

    return (await sendOrThrow({ method: 'POST', path: graphqlPath, json, signal })).text
  },
}

/** @throws when the introspection exceeds a limit of the sandbox */
export function schemaOf(introspection: string): GraphQLSchema {
  const { data, errors } = JSON.parse(introspection) // as specified by GraphQL

  if (!data) throw new Error(`The schema can’t be read: ${errors?.[0]?.message}`)

  return buildClientSchema(data)
}

/** A first query for a schema: a page of assets, or else of another definition. */
export function exampleFor(schema: GraphQLSchema): string {
  const lists = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter((name) => name.startsWith('all'))
  const list = lists.find((name) => name === 'allM_Asset') ?? lists[0]

  return `# Ctrl+Space completes a name; Ctrl+click on it shows its type.
{
  ${list}(first: 5) {
    total
    pageInfo { hasNext endCursor }
    results { id createdOn }
  }
}`
}

/** The names of a document's operations; none if it is not valid. */
export function operationsOf(query: string): string[] {
  try {
    return parse(query).definitions.flatMap((node) =>
      node.kind === Kind.OPERATION_DEFINITION ? (node.name?.value ?? []) : [],
    )
  } catch {
    // The editor shows the error.
    return []
  }
}
