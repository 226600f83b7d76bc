import { getOperationAST, GraphQLError, Kind, type DocumentNode, type SelectionSetNode } from 'graphql'
import { isObject, unwrapped } from '../../../data/model/shared/json.ts'
import type { GraphqlOperation } from '../../../data/model/exchanges/exchange-marks.ts'
import { parseDocument, type GraphqlSettings } from './parse-document.ts'

/** The operation that a GraphQL request executes; undefined if its body does not have one. */
export function operationIn(given: unknown, settings: GraphqlSettings): GraphqlOperation | undefined {
  const body = unwrapped(given)

  if (!isObject(body) || typeof body.query !== 'string') return undefined
  const { query, operationName } = body

  try {
    const document = parseDocument(query, settings)
    const node = getOperationAST(document, typeof operationName === 'string' ? operationName : undefined)

    if (!node) return undefined

    return {
      type: node.operation,
      operation: node.name?.value ?? null,
      fields: [...fieldNames(node.selectionSet, document)],
    }
  } catch (error) {
    if (error instanceof GraphQLError) return undefined // a document with a syntax error, which the response describes

    throw error
  }
}

/** The names of the fields of a selection, those in its fragments included. */
function fieldNames({ selections }: SelectionSetNode, document: DocumentNode): Set<string> {
  const names = new Set<string>()
  const spread = new Set<string>()
  const rest = [...selections]

  for (let selection = rest.shift(); selection; selection = rest.shift()) {
    if (selection.kind === Kind.FIELD) names.add(selection.name.value)
    else if (selection.kind === Kind.INLINE_FRAGMENT) rest.unshift(...selection.selectionSet.selections)
    else if (!spread.has(selection.name.value)) {
      const { value: name } = selection.name
      const fragment = document.definitions.find(
        (node) => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === name,
      )

      spread.add(name)
      if (fragment?.kind === Kind.FRAGMENT_DEFINITION) rest.unshift(...fragment.selectionSet.selections)
    }
  }

  return names
}
