import {
  GraphQLError,
  GraphQLInputObjectType,
  GraphQLList,
  GraphQLString,
  type GraphQLInputFieldConfigMap,
} from 'graphql'
import { condition, readCondition, type Comparison } from '../../../data/model/query/condition.ts'
import { fullTextField, relationField, type Field } from '../../../data/model/query/fields.ts'
import type { Filter } from '../../../data/model/query/filter.ts'
import type { Json } from '../../../data/model/shared/json.ts'
import type { CommittedData } from '../../../data/model/data-tables.ts'
import type { EntityFields, RelationField, ValueField } from './entity-fields.ts'
import { Scope } from './graphql-names.ts'
import { JsonScalar } from './scalars.ts'

/** The comparisons that a field has by the suffix of its name: `title_eq`. */
const comparisons = {
  eq: 'Equals',
  neq: 'NotEquals',
  anyOf: 'Equals',
  contains: 'Contains',
  lt: 'LessThan',
  lte: 'LessThanOrEqual',
  gt: 'GreaterThan',
  gte: 'GreaterThanOrEqual',
} as const satisfies Record<string, Comparison>
type Suffix = keyof typeof comparisons

const suffixes: Readonly<Record<Field['comparedBy'], readonly Suffix[]>> = {
  equality: ['eq', 'neq', 'anyOf'],
  text: ['eq', 'neq', 'anyOf', 'contains'],
  order: ['eq', 'neq', 'anyOf', 'lt', 'lte', 'gt', 'gte'],
}

/** With these, null means "has no value"; with others, a condition with null is ignored. */
const withNull: ReadonlySet<Suffix> = new Set(['eq', 'neq'])

/** The filter of a condition; undefined if its value means that there is no condition. */
type Condition = (data: CommittedData, value: unknown) => Filter | undefined

/** The argument `where` of a list: its type, and what its members mean. */
export class Where {
  readonly type: GraphQLInputObjectType
  readonly #conditions = new Map<string, Condition>()
  readonly #scope = new Scope(['AND', 'OR', 'fulltext'])

  /** @param references the type of conditions on the related entities of a relation; undefined without a type */
  constructor(
    name: string,
    fields: EntityFields,
    references: (field: RelationField) => GraphQLInputObjectType | undefined,
  ) {
    this.type = new GraphQLInputObjectType({
      name,
      fields: () => this.#fields(fields, references),
    })
  }

  /** The filter of an argument. Several members are all required. */
  filterOf(data: CommittedData, where: object): Filter {
    const filters = Object.entries(where).map(([name, value]: [string, unknown]): Filter | undefined => {
      if (name === 'AND' || name === 'OR') {
        const inner = listOf(value).filter((each) => each != null)

        return value == null
          ? undefined
          : {
              kind: name === 'AND' ? 'and' : 'or',
              filters: inner.map((each) => this.filterOf(data, Object(each))),
            }
      }

      return this.#conditions.get(name)?.(data, value)
    })

    return { kind: 'and', filters: filters.filter((filter) => filter !== undefined) }
  }

  #fields(
    { values, relations }: EntityFields,
    references: (field: RelationField) => GraphQLInputObjectType | undefined,
  ): GraphQLInputFieldConfigMap {
    const nested = { type: new GraphQLList(this.type) }
    const fields: GraphQLInputFieldConfigMap = { AND: nested, OR: nested, fulltext: { type: GraphQLString } }

    this.#conditions.set('fulltext', (_, text) => fullTextCondition(text))
    for (const field of values) Object.assign(fields, this.#comparisons(field))
    for (const field of relations) {
      const type = references(field)
      const name = this.#scope.take(field.name)

      if (!type || !field.end) continue
      fields[name] = { type, description: field.description }
      this.#conditions.set(name, relatedCondition(field))
    }

    return fields
  }

  #comparisons({ name, compared }: ValueField): GraphQLInputFieldConfigMap {
    if (!compared) return {}
    const { type, field } = compared

    return Object.fromEntries(
      suffixes[type === JsonScalar ? 'equality' : field.comparedBy].map((suffix) => {
        const member = this.#scope.take(`${name}_${suffix}`)
        const isList = suffix === 'anyOf'

        this.#conditions.set(member, (_, value) => {
          if (value == null && !withNull.has(suffix)) return undefined
          // The type of the member has checked the value, which is JSON.
          const values = (isList ? listOf(value) : [value ?? null]) as readonly Json[]

          return condition(field, comparisons[suffix], values)
        })

        return [member, { type: isList ? new GraphQLList(type) : type }]
      }),
    )
  }
}

function fullTextCondition(text: unknown): Filter | undefined {
  if (typeof text !== 'string') return undefined
  const read = readCondition(fullTextField, 'Equals', [text])

  if ('filter' in read) return read.filter

  throw new GraphQLError(`Expected ${read.expected} in "fulltext".`)
}

/** Related to one of the entities whose identifiers the only member has. */
function relatedCondition({ end }: RelationField): Condition {
  return (data, value) => {
    const [identifiers] = Object.values(Object(value))

    if (!end || identifiers == null) return undefined

    const ids = listOf(identifiers).map(
      (identifier) => data.entities.find('identifier', String(identifier))?.id,
    )

    return condition(
      relationField(end.member.name, end.side),
      'Equals',
      ids.filter((id) => id !== undefined),
    )
  }
}

/** A variable with one value is not converted to a list, unlike a literal. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}
