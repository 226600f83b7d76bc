import { parseJson } from './parse-json.ts'

export const graphqlPath = '/api/graphql/preview/v1'

/** Whether a path, or a pattern of paths, is an endpoint of GraphQL. */
export function isGraphql(path: string): boolean {
  return path.includes('/graphql/')
}

const example = `{
  allM_Asset(first: 5) {
    total
    results { id title }
  }
}`

/** The body of a GraphQL request, with a query to begin with and the variables in JSON. */
export function newGraphqlBody(query = example, variables = '{}'): string {
  return JSON.stringify({ query, variables: parseJson(variables) ?? {} }, undefined, 2)
}
