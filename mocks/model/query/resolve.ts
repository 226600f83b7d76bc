import { compileDefinition, isInHierarchy, leadsToParents } from '../definitions/compiled-definition.ts'
import type { EntityDefinition } from '../definitions/definition.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { Data } from '../tables.ts'
import { fieldIn, maxConditions, nothing, type Filter, type PlainFilter } from './filter.ts'
import { definedNamesOf } from './names.ts'
import { classifiedAs, descendantsOf, usersOf } from './reachable.ts'
import { simplified } from './simplified.ts'
import { fullTextFilter } from './text/full-text.ts'

type Resolve<K extends Filter['kind']> = (data: Data, filter: Extract<Filter, { kind: K }>) => PlainFilter

/**
 * Replaces conditions that depend on other records (users by name, ancestors, names in another letter case ...) by ids
 * and exact names, so that the filter can use indexes and its result can be cached.
 *
 * @throws {InvalidRequest} 400 when the query has too many conditions
 */
export function resolve(data: Data, filter: Filter): PlainFilter {
  const conditions = countOf(filter)

  if (conditions > maxConditions) {
    throw new InvalidRequest({
      query: `Expected at most ${maxConditions} conditions in a query, not ${conditions}.`,
    })
  }

  return simplified(resolved(data, filter))
}

function countOf(filter: Filter): number {
  if (filter.kind === 'and' || filter.kind === 'or') {
    return filter.filters.reduce((sum, inner) => sum + countOf(inner), 0)
  }

  return filter.kind === 'not' ? countOf(filter.filter) : 1
}

function resolved(data: Data, filter: Filter): PlainFilter {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return { kind: filter.kind, filters: filter.filters.map((inner) => resolved(data, inner)) }
    case 'not':
      return { kind: 'not', filter: resolved(data, filter.filter) }
    case 'system':
      return bySystemField(data, filter)
    case 'property':
      return byProperty(data, filter)
    case 'relation':
      return byRelation(data, filter)
    case 'fulltext':
      return fullTextFilter(filter.text)
    case 'definition':
      return byDefinition(data, filter)
    case 'user':
      return fieldIn(filter.field, [...usersOf(data, filter)])
    case 'exists':
      return exists(data, filter)
    case 'ancestor':
      return fieldIn('id', [...descendantsOf(data, filter)])
    case 'taxonomy':
      return fieldIn('id', [...classifiedAs(data, filter.ids)])
    case 'module':
      return byModule(data, filter)
    case 'root':
      return isRoot(data, filter)
    case 'all':
    case 'text':
      return filter
  }
}

const bySystemField: Resolve<'system'> = (data, filter) => {
  const { field, operator, values } = filter

  if (field !== 'definition' || (operator !== 'Equals' && operator !== 'NotEquals')) return filter

  return {
    ...filter,
    values: values.flatMap((name) =>
      typeof name === 'string' ? definedNamesOf(data).definitions(name) : [],
    ),
  }
}

const byProperty: Resolve<'property'> = (data, filter) => {
  const names = definedNamesOf(data).properties(filter.property)

  // NotEquals is the negation of Equals, and so also finds entities without the property.
  if (filter.operator === 'NotEquals')
    return { kind: 'not', filter: byProperty(data, { ...filter, operator: 'Equals' }) }

  return anyOf(names.map((property) => ({ ...filter, property })))
}

const byRelation: Resolve<'relation'> = (data, filter) =>
  anyOf(
    definedNamesOf(data)
      .relations(filter.relation)
      .map((relation) => ({ ...filter, relation })),
  )

const exists: Resolve<'exists'> = (data, { relation }) =>
  anyOf(
    definedNamesOf(data)
      .relations(relation)
      .map((name) => {
        const parentOnly = definitionsOf(data).filter((definition) => {
          const ends = compileDefinition(definition).relations.get(name) ?? []

          return ends.length > 0 && ends.every(({ side }) => side === 'children')
        })
        const isParentOnly = fieldIn(
          'definition',
          parentOnly.map((definition) => definition.name),
        )

        return anyOf([
          { kind: 'relation', relation: name, side: 'parents' },
          { kind: 'and', filters: [isParentOnly, { kind: 'relation', relation: name, side: 'children' }] },
        ])
      }),
  )

function anyOf(filters: readonly PlainFilter[]): PlainFilter {
  const [only = nothing] = filters

  return filters.length <= 1 ? only : { kind: 'or', filters }
}

const byDefinition: Resolve<'definition'> = (data, { names, ids }) =>
  fieldIn('definition', [
    ...names.flatMap((name) => definedNamesOf(data).definitions(name)),
    ...ids.map((id) => data.definitions.find('id', String(id))?.name).filter((name) => name !== undefined),
  ])

const byModule: Resolve<'module'> = (data, { modules }) =>
  fieldIn(
    'definition',
    definitionsOf(data)
      .filter(({ usage_type }) => usage_type && modules.includes(usage_type))
      .map(({ name }) => name),
  )

const isRoot: Resolve<'root'> = (data, { of }) => ({
  kind: 'or',
  filters: definitionsOf(data)
    .filter(isInHierarchy[of])
    .map((definition) => {
      const ends = [...compileDefinition(definition).relations.values()].flat().filter(leadsToParents[of])
      const hasParent = ends.map(
        ({ member }) => ({ kind: 'relation', relation: member.name, side: 'parents' }) as const,
      )

      return {
        kind: 'and',
        filters: [
          fieldIn('definition', [definition.name]),
          { kind: 'not', filter: { kind: 'or', filters: hasParent } },
        ],
      }
    }),
})

function definitionsOf(data: Data): EntityDefinition[] {
  return Array.from(data.definitions.all())
}
