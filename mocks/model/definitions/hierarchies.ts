import type { RelationEnd } from './compiled-definition.ts'
import type { EntityDefinition } from './definition.ts'

/** Whether an end leads to the parents in a taxonomy or path. */
export const leadsToParents: Record<'taxonomy' | 'path', (end: RelationEnd) => boolean> = {
  taxonomy: ({ side, member }) => side === 'parents' && member.is_taxonomy_hierarchy_relation,
  path: ({ side, member }) =>
    side === 'parents' && (member.is_path_relation || member.is_path_hierarchy_relation),
}

/** Whether the entities of a definition belong to a taxonomy or path. */
export const isInHierarchy: Record<'taxonomy' | 'path', (definition: EntityDefinition) => boolean> = {
  taxonomy: (definition) => definition.is_taxonomy_item_definition,
  path: (definition) => definition.is_path_enabled_definition,
}
