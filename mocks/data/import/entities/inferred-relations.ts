import { membersOf, relationKeyOf } from '../../model/definitions/compiled-definition.ts'
import { EntityDefinition, RelationMember, type Cardinality } from '../../model/definitions/definition.ts'
import type { RelationKey } from '../../model/definitions/typed-definitions.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/tables.ts'
import type { Identities } from './identities.ts'
import { appendTo } from '../../model/shared/maps.ts'

/** A relation as entities use it, from parent to child. */
interface Use {
  readonly name: string
  readonly parent: string
  readonly child: string
  /** The members in which its ends were given. */
  readonly forms: Set<RelationKey>
}

/**
 * The relations that entities use and no definition declares, by the definition to which they are added: the child's,
 * from which the parent's end is derived.
 */
export function* inferredRelations(
  draft: DataDraft,
  identities: Identities,
): Sliced<Map<string, RelationMember[]>> {
  const byDefinition = new Map<string, RelationMember[]>()

  const uses = yield* usesOf(draft, identities)

  for (const use of uses.values()) {
    if (
      isDeclared(draft.definitions.get(use.child), use) ||
      isDeclared(draft.definitions.get(use.parent), use)
    )
      continue

    const member = RelationMember.parse({
      type: 'Relation',
      name: use.name,
      role: 'Child',
      cardinality: cardinalityOf(use),
      associated_entitydefinition: use.parent,
    })

    appendTo(byDefinition, use.child, member)
  }

  return byDefinition
}

/** Each relation once, as it is first used. */
function* usesOf(draft: DataDraft, identities: Identities): Sliced<Map<string, Use>> {
  const uses = new Map<string, Use>()
  const definitions = new Map(identities.all.map(({ id, records }) => [id, records[0].definition]))
  const definitionOf = (id: number | undefined) =>
    id === undefined ? undefined : (definitions.get(id) ?? draft.entities.get(id)?.definition)

  for (const { definition, ends } of identities.all.flatMap(({ records }) => records)) {
    for (const { relation: name, side, isSingle, references } of ends) {
      const [other] = references.flatMap((reference) => definitionOf(identities.resolve(reference)) ?? [])

      if (other === undefined || ![definition, other].every(isDefinitionName) || !isMemberName(name)) continue

      const [parent, child] = side === 'parents' ? [other, definition] : [definition, other]
      const use = uses.get(name) ?? { name, parent, child, forms: new Set() }

      if (use.parent === parent && use.child === child) use.forms.add(relationKeyOf({ side, isSingle }))
      uses.set(name, use)
    }
    yield
  }

  return uses
}

export function isDefinitionName(name: string): boolean {
  return EntityDefinition.shape.name.safeParse(name).success
}

export function isMemberName(name: string): boolean {
  return RelationMember.shape.name.safeParse(name).success
}

function cardinalityOf({ forms }: Use): Cardinality {
  if (forms.has('child')) return 'OneToOne'
  if (forms.has('parents')) return 'ManyToMany'

  return forms.has('parent') ? 'OneToMany' : 'ManyToMany'
}

function isDeclared(definition: EntityDefinition | undefined, { name }: Use): boolean {
  return definition !== undefined && membersOf(definition).some((member) => member.name === name)
}
