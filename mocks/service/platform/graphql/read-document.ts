import {
  GraphQLError,
  Kind,
  OperationTypeNode,
  specifiedRules,
  validate,
  VariablesInAllowedPositionRule,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { parseDocument, type GraphqlSettings } from '../../http/graphql/parse-document.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import { explained, readOnlyError } from './explained.ts'
import { variablesInAllowedPositions } from './variable-positions.ts'

/** A document that can be executed, or its errors. */
type ReadDocument =
  | { readonly document: DocumentNode; readonly errors?: never }
  | { readonly errors: readonly GraphQLError[]; readonly document?: never }

const rules = specifiedRules.map((rule) =>
  rule === VariablesInAllowedPositionRule ? variablesInAllowedPositions : rule,
)

/** What was read of a document for each schema, as long as the document is cached. */
const readFor = computedOnce((_: GraphQLSchema) => new WeakMap<DocumentNode, ReadDocument>())

/** Parses and validates a document. */
export function readDocument(schema: GraphQLSchema, text: string, settings: GraphqlSettings): ReadDocument {
  try {
    const document = parseDocument(text, settings)
    const known = readFor(schema).get(document)

    if (known) return known

    const errors = errorsOf(schema, document)
    const read = errors.length > 0 ? { errors } : { document }

    readFor(schema).set(document, read)

    return read
  } catch (error) {
    if (error instanceof GraphQLError) return { errors: [explained(error)] }

    throw error
  }
}

function errorsOf(schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] {
  const [other, ...more] = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION)

  // Before the validation, which would only complain about the names of its types.
  if (other && [other, ...more].every(({ operation }) => operation !== OperationTypeNode.QUERY)) {
    return [readOnlyError(other)]
  }

  checkRepetitions(document)

  return validate(schema, document, rules).map(explained)
}

/** How often a field may be repeated in one place: graphql-js compares each repetition with each other one. */
const maxRepetitions = 20

/** @throws {GraphQLError} when a field is repeated too often in one place */
function checkRepetitions(document: DocumentNode): void {
  const places: Map<string, number>[] = []

  visit(document, {
    SelectionSet: {
      enter(_, __, parent) {
        const outer = parent && 'kind' in parent && parent.kind === Kind.INLINE_FRAGMENT && places.at(-1)

        places.push(outer || new Map())
      },
      leave: () => void places.pop(),
    },
    Field(node) {
      const name = (node.alias ?? node.name).value
      const count = (places.at(-1)?.get(name) ?? 0) + 1

      places.at(-1)?.set(name, count)
      if (count > maxRepetitions) {
        throw new GraphQLError(
          `The query has the field "${name}" more than ${maxRepetitions} times in one place. Once is enough.`,
          { nodes: [node] },
        )
      }
    },
  })
}
