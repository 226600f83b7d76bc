import {
  GraphQLError,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  isListType,
  isNonNullType,
  isTypeSubTypeOf,
  Kind,
  typeFromAST,
  type GraphQLNullableType,
  type GraphQLType,
  type ValidationContext,
  type ValidationRule,
} from 'graphql'

/**
 * A variable has a type that its position takes, or is one value where a list is expected: programs send `$id: String` for
 * `m_Brand_ids`, and literals are converted to lists too. `ID` fits where `String` does, as hand-written clients declare
 * identifiers. Otherwise like the rule of the specification.
 */
export const variablesInAllowedPositions: ValidationRule = (context: ValidationContext) => ({
  OperationDefinition: {
    leave(operation) {
      const declared = new Map(operation.variableDefinitions?.map((node) => [node.variable.name.value, node]))

      for (const { node, type, defaultValue } of context.getRecursiveVariableUsages(operation)) {
        const definition = declared.get(node.name.value)
        const given = definition && typeFromAST(context.getSchema(), definition.type)
        const text = given && withTextForIds(given)

        if (!definition || !text || !type) continue
        const hasDefault =
          (definition.defaultValue && definition.defaultValue.kind !== Kind.NULL) ||
          defaultValue !== undefined
        const expected = hasDefault ? nullable(type) : type

        if (isAccepted(context, text, expected)) continue
        context.reportError(
          new GraphQLError(
            `Variable "$${node.name.value}" of type "${String(given)}" used in position expecting type "${String(type)}".`,
            { nodes: [definition, node] },
          ),
        )
      }
    },
  },
})

function isAccepted(context: ValidationContext, given: GraphQLType, expected: GraphQLType): boolean {
  const list = nullable(expected)

  return (
    isTypeSubTypeOf(context.getSchema(), given, expected) ||
    (isListType(list) && isTypeSubTypeOf(context.getSchema(), nullable(given), nullable(list.ofType)))
  )
}

function withTextForIds(type: GraphQLType): GraphQLType {
  if (isNonNullType(type)) return new GraphQLNonNull(nullable(withTextForIds(type.ofType)))
  if (isListType(type)) return new GraphQLList(withTextForIds(type.ofType))

  return type === GraphQLID ? GraphQLString : type
}

function nullable(type: GraphQLType): GraphQLNullableType {
  return isNonNullType(type) ? type.ofType : type
}
