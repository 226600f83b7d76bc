import {
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  valueFromASTUntyped,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'
import { limitError, type GraphqlLimits } from '../../http/graphql/parse-document.ts'

/** Entities in a list when `first` is missing, and at most. */
export const pageSizes = { first: 10, maxFirst: 1000 }

/** How much an operation asks for. */
interface Size {
  /** Levels of fields. */
  readonly depth: number
  /** Fields in the result at most: those of a list as often as `first` says. */
  readonly complexity: number
  readonly aliases: number
}

/** What a field of the introspection counts: it lists a part of all types. */
const introspectionWeight = 1000
const empty: Size = { depth: 0, complexity: 0, aliases: 0 }

/** What is measured. */
interface Measured {
  readonly schema: GraphQLSchema
  readonly document: DocumentNode
  readonly variables: Readonly<Record<string, unknown>>
  readonly limits: GraphqlLimits
}

/** The error for an operation that is too large. */
export function sizeError(operation: OperationDefinitionNode, measured: Measured): GraphQLError | undefined {
  const { schema, limits } = measured
  const defaults = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => [
    variable.name.value,
    defaultValue && valueFromASTUntyped(defaultValue),
  ])
  const measure = new Measure({
    ...measured,
    variables: { ...Object.fromEntries(defaults), ...measured.variables },
  })
  const size = measure.of(operation.selectionSet, schema.getQueryType() ?? undefined, 1)

  const exceeded = (['depth', 'aliases', 'complexity'] as const).find((limit) => size[limit] > limits[limit])

  return exceeded && limitError(exceeded, problems[exceeded](limits[exceeded]))
}

const problems = {
  depth: (most: number) => `The query has more than ${most} levels of fields.`,
  aliases: (most: number) => `The query has more than ${most} aliases.`,
  complexity: (most: number) =>
    `The query asks for more than ${most} fields, those of a list as often as its "first" says: ask for fewer in a page.`,
}

/** Measures selections. A fragment is measured once, so that fragments that repeat each other don't take long. */
class Measure {
  readonly #given: Measured
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #sizes = new Map<string, Size>()

  constructor(given: Measured) {
    const fragments = given.document.definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)

    this.#given = given
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
  }

  of({ selections }: SelectionSetNode, type: GraphQLNamedType | undefined, level: number): Size {
    // Deeper levels are not measured: there may be thousands.
    if (level > this.#given.limits.depth) return { ...empty, depth: 1 }
    let [depth, complexity, aliases] = [0, 0, 0]

    for (const selection of selections) {
      const size =
        selection.kind === Kind.FIELD
          ? this.#field(selection, type, level)
          : selection.kind === Kind.FRAGMENT_SPREAD
            ? this.#fragment(selection.name.value, level)
            : this.of(
                selection.selectionSet,
                this.#typeNamed(selection.typeCondition?.name.value) ?? type,
                level,
              )

      depth = Math.max(depth, size.depth)
      complexity += size.complexity
      aliases += size.aliases
    }

    return { depth, complexity, aliases }
  }

  #field(node: FieldNode, type: GraphQLNamedType | undefined, level: number): Size {
    const name = node.name.value
    const aliases = node.alias ? 1 : 0
    const isIntrospection = name === '__schema' || name === '__type'
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined
    const fieldType = field && getNamedType(field.type)
    const inner = node.selectionSet
      ? this.of(node.selectionSet, fieldType, isIntrospection ? -Infinity : level + 1)
      : empty

    return {
      // graphql-js limits the depth of the introspection.
      depth: isIntrospection ? 1 : 1 + inner.depth,
      complexity:
        1 + inner.complexity * (isIntrospection ? introspectionWeight : this.#repetitions(node, field?.args)),
      aliases: aliases + inner.aliases,
    }
  }

  /** How often the fields in a field are in the result. */
  #repetitions(node: FieldNode, declared: readonly { readonly name: string }[] = []): number {
    if (!declared.some(({ name }) => name === 'first')) return 1

    const given = node.arguments?.find(({ name }) => name.value === 'first')?.value
    const first = given && valueFromASTUntyped(given, this.#given.variables)

    return typeof first === 'number' ? Math.max(first, 1) : pageSizes.first
  }

  #fragment(name: string, level: number): Size {
    const known = this.#sizes.get(name)
    const fragment = this.#fragments.get(name)

    if (known || !fragment) return known ?? empty

    // For a fragment that contains itself, which validation rejects.
    this.#sizes.set(name, empty)
    const size = this.of(fragment.selectionSet, this.#typeNamed(fragment.typeCondition.name.value), level)

    this.#sizes.set(name, size)

    return size
  }

  #typeNamed(name: string | undefined): GraphQLNamedType | undefined {
    return name === undefined ? undefined : this.#given.schema.getType(name)
  }
}
