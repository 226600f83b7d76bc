import {
  EntityDefinition,
  RelationMember,
  type Role,
  type OptionList,
} from '../../model/definitions/definition.ts'
import { inEachCulture } from '../words/translations.ts'
import commerce from './definitions/commerce.json' with { type: 'json' }
import content from './definitions/content.json' with { type: 'json' }
import marketing from './definitions/marketing.json' with { type: 'json' }
import system from './definitions/system.json' with { type: 'json' }
import taxonomy from './definitions/taxonomy.json' with { type: 'json' }
import optionListData from './option-lists.json' with { type: 'json' }
import relationData from './relations.json' with { type: 'json' }
import { defaultCreatedBy, defaultCreatedOn } from './origin.ts'
import { Definitions, OptionLists, type RelationData, Relations } from './definition-files.ts'

/** The built-in domain, a content hub. The build replaces this module with its values. */

const audit = {
  created_on: defaultCreatedOn,
  created_by: defaultCreatedBy,
  modified_on: defaultCreatedOn,
  modified_by: defaultCreatedBy,
}

const relations = Relations.parse(relationData)

/** Ordered by id. Ids are never reused: entity ids derive from them. */
export const definitions: EntityDefinition[] = [content, commerce, marketing, taxonomy, system]
  .flatMap((data) => Definitions.parse(data))
  .map(withRelations)
  .sort((one, other) => one.id - other.id)

export const builtInOptionLists: OptionList[] = OptionLists.parse(optionListData).map((list) => ({
  ...list,
  ...audit,
}))

/** Adds relations to a definition. A self-relation becomes two members of the same name, one for each end. */
function withRelations(definition: EntityDefinition): EntityDefinition {
  const ends = relations.flatMap((relation) => [
    ...(relation.child === definition.name ? [endOf(relation, 'Child')] : []),
    ...(relation.parent === definition.name ? [endOf(relation, 'Parent')] : []),
  ])
  const groups = [
    ['Classification', 'Classification | Classificatie | Klassifizierung', true] as const,
    ['Relations', 'Relations | Relaties | Beziehungen', false] as const,
  ].map(([name, label, isTaxonomy]) => ({
    name,
    labels: inEachCulture((t) => t(label)),
    members: ends.filter((end) => end.is_taxonomy_relation === isTaxonomy),
  }))

  return EntityDefinition.parse({
    ...definition,
    ...audit,
    member_groups: [...definition.member_groups, ...groups.filter(({ members }) => members.length > 0)],
  })
}

function endOf(
  { parent, child, children_labels, parents_labels, help, ...flags }: RelationData,
  role: Role,
): RelationMember {
  const isChild = role === 'Child'

  return RelationMember.parse({
    ...flags,
    // of the relation with many entities, which is at the parent, the link alone is short
    is_nested: isChild && flags.is_nested,
    type: 'Relation',
    role,
    labels: isChild ? parents_labels : children_labels,
    helptext: isChild ? help : {},
    associated_entitydefinition: isChild ? parent : child,
    associated_labels: isChild ? children_labels : parents_labels,
  })
}
