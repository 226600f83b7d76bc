import type { Condition, EntityDefinition } from '../../model/definitions/definition.ts'
import { findByIdentifier } from '../../model/entities/references.ts'
import type { Data, DataDraft } from '../../model/tables.ts'

/** Returns the new link of a condition; undefined to keep it. Packages have the identifier of an entity as link. */
type LinkChange = (href: string) => string | undefined

/** The definition with changed links in the conditions of its groups and members. */
export function withConditionLinks(definition: EntityDefinition, change: LinkChange): EntityDefinition {
  const changed = (conditions: readonly Condition[]) => conditions.map((each) => withLink(each, change))

  return {
    ...definition,
    member_groups: definition.member_groups.map((group) => ({
      ...group,
      conditions: changed(group.conditions),
      members: group.members.map((member) => ({ ...member, conditions: changed(member.conditions) })),
    })),
  }
}

/** Replaces the identifiers in conditions of package files by links to entities. */
export function resolveConditions(draft: DataDraft): void {
  for (const definition of Array.from(draft.definitions.all())) {
    const resolved = withConditionLinks(definition, (identifier) => {
      const entity = identifier.includes('/') ? undefined : findByIdentifier(draft, identifier)

      return entity && `/api/entities/${entity.id}`
    })

    if (JSON.stringify(resolved) !== JSON.stringify(definition)) draft.definitions.put(resolved)
  }
}

/** The identifier of the entity that a stored link leads to. */
export function identifierAt(data: Data, href: string): string | undefined {
  const id = /^\/api\/entities\/(\d+)$/.exec(href)?.[1]

  return id === undefined ? undefined : data.entities.get(Number(id))?.identifier
}

function withLink(condition: Condition, change: LinkChange): Condition {
  const { value } = condition
  const href = typeof value === 'object' ? change(value.href) : undefined

  return href === undefined ? condition : { ...condition, value: { href } }
}
