import { asset } from '../recipes/asset.ts'
import { campaign, event, task } from '../recipes/campaign.ts'
import { partner } from '../recipes/partner.ts'
import { product, productFamily, productSheet } from '../recipes/product.ts'
import type { Recipe } from '../recipes/recipe.ts'
import { brand, category, tag } from '../recipes/taxonomies.ts'
import { collection, content, discussion, earlierFile, publicLink, savedSearch } from '../recipes/content.ts'
import type {
  Condition,
  EntityDefinition,
  PropertyMember,
  RelationMember,
  OptionList,
} from '../../model/definitions/definition.ts'
import { propertyMembersOf, relationsOf } from '../../model/definitions/compiled-definition.ts'
import { definitions as builtInDefinitions } from '../domain/domain.ts'
import { fixedEntities } from '../domain/fixed-entities.ts'
import { assignSlots } from './identity.ts'
import { distinctValueCount, type Filler, fillerOf } from '../values/value-makers.ts'

/** The recipes of the built-in domain, by definition name. */
export const recipes: ReadonlyMap<string, Recipe> = new Map([
  ['M.Asset', asset],
  ['M.PCM.Product', product],
  ['M.PCM.ProductFamily', productFamily],
  ['M.ProductSheet', productSheet],
  ['M.PCM.ProductCategory', category],
  ['M.Tag', tag],
  ['M.Brand', brand],
  ['M.Partner', partner],
  ['M.Collection', collection],
  ['M.Campaign', campaign],
  ['M.Event', event],
  ['M.Task', task],
  ['M.Content', content],
  ['M.Discussion', discussion],
  ['M.File', earlierFile],
  ['M.PublicLink', publicLink],
  ['M.SavedSearch', savedSearch],
])

/** One property of a definition, and how to fill it. */
export interface FilledProperty {
  member: PropertyMember
  fill: Filler
  /** Conditions of the member itself and of its group. */
  conditions: Condition[]
  /** The parts of the values that records have so far, if they have to be unique. */
  used: Set<string> | undefined
}

/** What is computed once for a definition, and used for each of its records, in their order. */
export type Plan = ReturnType<typeof planOf>

export function planAll(definitions: EntityDefinition[], optionLists: OptionList[]): Map<string, Plan> {
  const slots = assignSlots(definitions)
  const lists = new Map(optionLists.map((list) => [list.name, list]))
  const originals = new Map(builtInDefinitions.map((definition) => [definition.name, definition]))

  return new Map(
    definitions.map((definition) => {
      const original = originals.get(definition.name)

      return [definition.name, planOf(definition, original, slots.get(definition.name) ?? 0, lists)]
    }),
  )
}

function planOf(
  definition: EntityDefinition,
  original: EntityDefinition | undefined,
  slot: number,
  lists: Map<string, OptionList>,
) {
  const listOf = ({ datasource }: PropertyMember) =>
    datasource ? (lists.get(datasource) ?? missingList) : undefined
  const properties = definition.member_groups.flatMap((group) =>
    group.members.flatMap((member): FilledProperty[] => {
      if (member.type === 'Relation') return []
      const conditions = [...group.conditions, ...member.conditions]
      const used = member.is_unique ? new Set<string>() : undefined

      return [{ member, fill: fillerOf(member, listOf(member)), conditions, used }]
    }),
  )
  const relations = relationsOf(definition)
  /** Names of the properties with the same type and flags as in the built-in definition, whose values fit. */
  const unchanged = unchangedProperties(definition, original)
  const recipe = original ? recipes.get(definition.name) : undefined
  const fixed = original ? fixedEntities.filter((entity) => entity.definition === definition.name) : []
  const maxDistinct = properties
    .filter(({ member }) => member.is_unique && member.is_mandatory)
    .map(({ member }) => distinctValueCount(member, listOf(member)))

  return {
    name: definition.name,
    schedule: {
      slot,
      weight: recipe?.weight ?? weightOf(relations),
      firstCount: recipe?.firstCount ?? 0,
      // Those of the system that are not fixed are created by requests.
      limit:
        fixed.length > 0 || original?.is_system_owned
          ? fixed.length
          : Math.min(recipe?.limit ?? Infinity, ...maxDistinct),
      isFixed: fixed.length > 0,
    },
    cultures: labelCultures(definition),
    properties,
    unchanged,
    relations,
    recipe,
    fixed,
  }
}

const missingList: OptionList = { name: 'none', labels: {}, type: 'Flat', is_system_owned: false, values: [] }

/** The weight without a recipe: children are more numerous than parents. */
function weightOf(relations: RelationMember[]): number {
  const isChild = relations.some(({ role }) => role === 'Child')
  if (!isChild) return relations.length > 0 ? 2 : 5

  return relations.some(({ role, cardinality }) => role === 'Child' && cardinality !== 'ManyToMany') ? 10 : 6
}

function labelCultures({ labels, member_groups }: EntityDefinition): readonly string[] {
  const texts = [
    labels,
    ...member_groups.flatMap((group) => [group.labels, ...group.members.map((member) => member.labels)]),
  ]
  const cultures = new Set(texts.flatMap((text) => Object.keys(text)))

  return cultures.size > 0 ? [...cultures] : ['en-US']
}

function unchangedProperties(
  definition: EntityDefinition,
  original: EntityDefinition | undefined,
): Set<string> {
  const signatures = new Set((original ? propertyMembersOf(original) : []).map(signatureOf))

  return new Set(
    propertyMembersOf(definition)
      .filter((member) => signatures.has(signatureOf(member)))
      .map(({ name }) => name),
  )
}

function signatureOf(member: PropertyMember): string {
  const { name, type, is_multilanguage, is_multivalue, datasource, validation_expression } = member

  return JSON.stringify([
    name,
    type,
    is_multilanguage,
    is_multivalue,
    datasource ?? null,
    validation_expression ?? null,
  ])
}
