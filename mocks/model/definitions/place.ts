import type { RelationEnd } from './compiled-definition.ts'
import type { EntityDefinition } from './definition.ts'

/** Whether an end leads up to where a taxonomy or a path begins. */
export const leadsToRoot: Record<'taxonomy' | 'path', (end: RelationEnd) => boolean> = {
  taxonomy: ({ side, member }) => side === 'parents' && member.is_taxonomy_hierarchy_relation,
  path: ({ side, member }) =>
    side === 'parents' && (member.is_path_relation || member.is_path_hierarchy_relation),
}

/** Whether entities of a definition have a place in a taxonomy or in a path. */
export const hasPlace: Record<'taxonomy' | 'path', (definition: EntityDefinition) => boolean> = {
  taxonomy: (definition) => definition.is_taxonomy_item_definition,
  path: (definition) => definition.is_path_enabled_definition,
}
