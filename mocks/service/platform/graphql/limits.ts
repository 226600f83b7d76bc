import {
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { limitError, type GraphqlLimits } from '../../http/graphql/parse-document.ts'

/** Entities in a list when `first` is missing, and at most. */
export const pageSizes = { first: 10, maxFirst: 1000 }

/** How much a selection asks for. */
interface Size {
  /** Levels of fields. */
  readonly depth: number
  /** Fields in the result at most, without those in lists: they count when it is known how long these are. */
  readonly complexity: number
  readonly aliases: number
}

/** What a field of the introspection counts: it lists a part of all types. */
const introspectionWeight = 1000
const empty: Size = { depth: 0, complexity: 0, aliases: 0 }

const problems = {
  depth: (most: number) => `The query has more than ${most} levels of fields.`,
  aliases: (most: number) => `The query has more than ${most} aliases.`,
  complexity: (most: number) =>
    `The result has more than ${most} fields: ask for fewer entities in a page, or fewer levels of lists.`,
  seconds: (most: number) => `The query takes more than ${most} s.`,
  bytes: (most: number) => `The result has more than ${most} bytes.`,
}

/** The error for an operation that exceeds a limit. */
export function exceeded(limit: keyof typeof problems, limits: GraphqlLimits): GraphQLError {
  return limitError(limit, problems[limit](limits[limit]))
}

/** Measures selections, each of them once, so that fragments that repeat each other don't take long. */
export class Measure {
  readonly limits: GraphqlLimits
  readonly #schema: GraphQLSchema
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly #sizes = new Map<SelectionSetNode, Size>()

  constructor(schema: GraphQLSchema, { definitions }: DocumentNode, limits: GraphqlLimits) {
    const fragments = definitions.filter((node) => node.kind === Kind.FRAGMENT_DEFINITION)

    this.#schema = schema
    this.limits = limits
    this.#fragments = new Map(fragments.map((fragment) => [fragment.name.value, fragment]))
  }

  of(selection: SelectionSetNode | undefined, type: GraphQLNamedType | undefined, level = 1): Size {
    if (!selection) return empty
    // Deeper levels are not measured: there may be thousands.
    if (level > this.limits.depth) return { ...empty, depth: 1 }
    const known = this.#sizes.get(selection)

    if (known) return known

    const sizes = selection.selections.map((node) => this.#ofPart(node, type, level))
    const size = {
      depth: sizes.reduce((most, { depth }) => Math.max(most, depth), 0),
      complexity: Math.min(
        sizes.reduce((sum, { complexity }) => sum + complexity, 0),
        Number.MAX_SAFE_INTEGER,
      ),
      aliases: sizes.reduce((sum, { aliases }) => sum + aliases, 0),
    }

    this.#sizes.set(selection, size)

    return size
  }

  #ofPart(node: SelectionNode, type: GraphQLNamedType | undefined, level: number): Size {
    if (node.kind === Kind.FIELD) return this.#ofField(node, type, level)

    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value)
    const condition = fragment?.typeCondition?.name.value

    return this.of(fragment?.selectionSet, condition ? this.#schema.getType(condition) : type, level)
  }

  #ofField(node: FieldNode, parent: GraphQLNamedType | undefined, level: number): Size {
    const name = node.name.value
    const isIntrospection = name === '__schema' || name === '__type'
    const field = isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined
    const type = field && getNamedType(field.type)
    const inner = this.of(node.selectionSet, type, isIntrospection ? -Infinity : level + 1)
    const isList = field && isListType(getNullableType(field.type))
    const weight = isIntrospection ? introspectionWeight : isList ? 0 : 1

    return {
      // graphql-js limits the depth of the introspection.
      depth: isIntrospection ? 1 : 1 + inner.depth,
      complexity: 1 + inner.complexity * weight,
      aliases: (node.alias ? 1 : 0) + inner.aliases,
    }
  }
}
