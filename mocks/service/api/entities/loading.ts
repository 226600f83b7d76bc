import type { Links } from '../../http/replies/links.ts'
import type { Data } from '../../../data/model/tables.ts'

/** Selects the members of an entity in a response. */
export interface LoadOptions {
  /** Cultures of multi-language values; an empty list omits multi-language properties. */
  readonly cultures: readonly string[] | 'all'
  /** Whether a property or relation is in the response. */
  hasMember(name: string, kind: 'property' | 'relation'): boolean
  /**
   * Whether a relation is returned in full instead of as a link. If not, but its definition says so (`is_nested`), the link
   * (interface 2.2) also has what is in the relation in full.
   */
  isNested(relation: string, isNestedByDefinition: boolean): boolean
  /** Whether a rendition is in the response; all of them are if omitted. */
  hasRendition?(name: string): boolean
  /** Maximum number of links of a relation in full. If there are more, their total is added. */
  readonly maxRelated?: number | undefined
}

/** Loads all members, relations as links. */
export const loadAll: LoadOptions = { cultures: 'all', hasMember: () => true, isNested: () => false }

/** What a representation of an entity depends on. */
export interface View {
  readonly data: Data
  readonly links: Links
  readonly loading: LoadOptions
}
