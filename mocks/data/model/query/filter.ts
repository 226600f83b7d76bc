import type { Json } from '../shared/json.ts'
import { appendTo } from '../shared/maps.ts'

/** How a value is compared. */
export const operators = [
  'Equals',
  'GreaterThan',
  'LessThan',
  'LessThanOrEqual',
  'GreaterThanOrEqual',
  'Contains',
  'StartsWith',
  'EndsWith',
] as const
export type Operator = (typeof operators)[number]

/** Fields of entities that are not members of a definition. */
export const systemFields = [
  'id',
  'identifier',
  'definition',
  'created_on',
  'modified_on',
  'created_by',
  'modified_by',
  'version',
] as const
export type SystemField = (typeof systemFields)[number]

export interface SystemFilter {
  readonly kind: 'system'
  readonly field: SystemField
  readonly operator: Operator
  readonly values: readonly Json[]
}

export interface PropertyFilter {
  readonly kind: 'property'
  readonly property: string
  /** One culture of a multi-language property; any culture if omitted. */
  readonly culture?: string | undefined
  readonly operator: Operator
  readonly values: readonly Json[]
}

/** Related to one of `ids`, or to any entity if omitted. */
export interface RelationFilter {
  readonly kind: 'relation'
  readonly relation: string
  readonly side?: 'parents' | 'children' | undefined
  readonly ids?: readonly number[] | undefined
}

/**
 * Has a value with consecutive words that match these lower-case patterns, in which `*` matches any characters and `?`
 * one.
 */
interface WordsFilter {
  readonly kind: 'words'
  readonly patterns: readonly string[]
}

/** Conditions on the entity itself. A comparison with several `values` is true if it is true for one of them. */
type EntityCondition = SystemFilter | PropertyFilter | RelationFilter

/** A filter that needs only the entity and its definition: the input of the query engine. */
export type PlainFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly PlainFilter[] }
  | { readonly kind: 'not'; readonly filter: PlainFilter }
  | EntityCondition
  | WordsFilter

/**
 * Which entities a query finds. Every query language of the interface is translated into this form. Names of definitions,
 * properties and relations are case-insensitive; unknown ones find nothing.
 */
export type Filter =
  | { readonly kind: 'all' }
  | { readonly kind: 'and' | 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  | EntityCondition
  /** Full-text search: words, phrases, wildcards (`fullTextFilter`). */
  | { readonly kind: 'fulltext'; readonly text: string }
  /** Of one of these definitions, by name, or by id as text. */
  | { readonly kind: 'definition'; readonly names: readonly string[] }
  | UserFilter
  /** Has a parent in the relation; an entity that can only be a parent in it: has a child. */
  | { readonly kind: 'exists'; readonly relation: string }
  | AncestorFilter
  /** Related to one of these taxonomy items or their descendants. */
  | { readonly kind: 'taxonomy'; readonly ids: readonly number[] }
  /** Of a definition that belongs to one of the modules (`usage_type`). */
  | { readonly kind: 'module'; readonly modules: readonly string[] }
  /** At the top of its taxonomy, or of its path. */
  | { readonly kind: 'root'; readonly of: 'taxonomy' | 'path' }

/** A descendant of one of `ids` in one relation, or in all that inherit security; with `isDirect`, a child. */
export interface AncestorFilter {
  readonly kind: 'ancestor'
  readonly relation?: string | undefined
  readonly ids: readonly number[]
  readonly isDirect: boolean
}

/** Created or modified by one of these users, or by a member of one of these user groups unless `isDirect`. */
export interface UserFilter {
  readonly kind: 'user'
  readonly field: 'created_by' | 'modified_by'
  /** Ids or user names. */
  readonly users: readonly (number | string)[]
  readonly isDirect: boolean
}

/** What a name in a query refers to. */
export type NamedField =
  | { readonly system: SystemField }
  | { readonly property: string; readonly culture?: string | undefined }

export interface SortKey {
  /** The title of a list is no member of entities. */
  readonly by: NamedField | { readonly column: 'title' }
  readonly descending: boolean
}

export function fieldIn(field: SystemField, values: readonly Json[]): SystemFilter {
  return { kind: 'system', field, operator: 'Equals', values }
}

/** The maximum number of conditions of a query, since each one without an index is tested for every entity. */
export const maxConditions = 1000

/** Finds no entity. */
export const nothing = { kind: 'or', filters: [] } as const satisfies PlainFilter

/** All of the filters: nested groups are merged, and conditions that everything matches left out. */
export function allOf(filters: readonly PlainFilter[]): PlainFilter {
  const inner = filters
    .flatMap((filter) => (filter.kind === 'and' ? filter.filters : filter))
    .filter(({ kind }) => kind !== 'all')

  if (inner.some(isNothing)) return nothing

  return inner.length === 0 ? { kind: 'all' } : single(inner, 'and')
}

/** Any of the filters: nested groups are merged, and those that differ only in their values (`Id==1 OR Id==2 ...`). */
export function anyOf(filters: readonly PlainFilter[]): PlainFilter {
  const inner = filters.flatMap((filter) => (filter.kind === 'or' ? filter.filters : filter))

  if (inner.some(({ kind }) => kind === 'all')) return { kind: 'all' }
  const similar = new Map<string | PlainFilter, PlainFilter[]>()

  for (const filter of inner) appendTo(similar, mergeKey(filter) ?? filter, filter)

  return single(Array.from(similar.values(), merged), 'or')
}

export function noneOf(filter: PlainFilter): PlainFilter {
  if (filter.kind === 'all') return nothing
  if (filter.kind === 'not') return filter.filter

  return isNothing(filter) ? { kind: 'all' } : { kind: 'not', filter }
}

function single(filters: readonly PlainFilter[], kind: 'and' | 'or'): PlainFilter {
  const [only] = filters

  return only && filters.length === 1 ? only : { kind, filters }
}

function isNothing(filter: PlainFilter): boolean {
  return filter.kind === 'or' && filter.filters.length === 0
}

/** The same for alternatives that differ only in their values. */
function mergeKey(filter: PlainFilter): string | undefined {
  if (filter.kind === 'relation') return filter.ids && JSON.stringify({ ...filter, ids: [] })

  return 'values' in filter && filter.operator === 'Equals'
    ? JSON.stringify({ ...filter, values: [] })
    : undefined
}

function merged(filters: readonly PlainFilter[]): PlainFilter {
  const [first = nothing] = filters

  if (filters.length <= 1) return first
  if (first.kind === 'relation')
    return { ...first, ids: filters.flatMap((each) => ('ids' in each ? (each.ids ?? []) : [])) }

  return 'values' in first
    ? { ...first, values: filters.flatMap((each) => ('values' in each ? each.values : [])) }
    : first
}
