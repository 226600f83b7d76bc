import { X } from 'lucide-react'
import type { DefinitionAnswer, Link, ListedEntity, RelationOfDefinition } from '../../service/shapes.ts'
import { absoluteServiceUrl, nameInLink } from '../../lib/place.ts'
import { EntityPicker } from '../../ui/entity-picker.tsx'

/** Relation and role -> the entities chosen for the other end. */
export type DraftRelations = Readonly<Record<string, readonly ListedEntity[]>>

interface RelationFieldsProps {
  readonly definition: DefinitionAnswer
  readonly relations: DraftRelations
  readonly change: (relations: DraftRelations) => void
}

/** The relations of a new entity, which can be set when they are nested (interface 4, rule 4). */
export function RelationFields({ definition, relations, change }: RelationFieldsProps) {
  const members = relationMembers(definition)

  if (members.length === 0) return null

  return (
    <fieldset className="p-3">
      <legend className="float-left mb-2 w-full text-sm font-medium text-muted">Relations</legend>
      <div className="clear-both flex flex-col gap-3">
        {members.map((member) => {
          const key = keyOf(member)
          const chosen = relations[key] ?? []
          const associated = nameInLink(member.associated_entitydefinition.href)
          const isFull = isSingle(member) && chosen.length > 0

          return (
            <div key={key} className="grid gap-x-3 gap-y-1 sm:grid-cols-[180px_minmax(0,1fr)]">
              <div className="min-w-0 pt-1">
                <span className="block truncate font-medium">{member.name}</span>
                <span className="block truncate text-xs text-muted">
                  {member.role === 'Child' ? 'parent' : 'child'}, {associated}
                </span>
              </div>
              <div className="flex flex-col gap-1">
                {chosen.map((entity) => (
                  <span key={entity.id} className="pill self-start">
                    {entity.title}
                    <span className="font-mono text-xs text-muted">{entity.id}</span>
                    <button
                      type="button"
                      aria-label={`Remove ${entity.title}`}
                      onClick={() =>
                        change({ ...relations, [key]: chosen.filter(({ id }) => id !== entity.id) })
                      }
                    >
                      <X size={12} />
                    </button>
                  </span>
                ))}
                {!isFull && (
                  <EntityPicker
                    label={`Add to ${member.name}`}
                    definition={associated}
                    choose={(entity) => {
                      if (!chosen.some(({ id }) => id === entity.id))
                        change({ ...relations, [key]: [...chosen, entity] })
                    }}
                  />
                )}
              </div>
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}

/** The chosen relations in the nested form that a create takes. */
export function relationsBody(
  relations: DraftRelations,
  definition: DefinitionAnswer,
): Record<string, object> {
  const filled = relationMembers(definition).filter((member) => (relations[keyOf(member)] ?? []).length > 0)

  return Object.fromEntries(
    filled.map((member) => {
      const links: Link[] = (relations[keyOf(member)] ?? []).map(({ id }) => ({
        href: `${absoluteServiceUrl}/api/entities/${id}`,
      }))
      const [one, many] = member.role === 'Child' ? ['parent', 'parents'] : ['child', 'children']

      return [member.name, isSingle(member) ? { [one]: links[0] } : { [many]: links }]
    }),
  )
}

function relationMembers(definition: DefinitionAnswer): RelationOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')
}

/** Whether an entity has at most one at the other end; cardinality is seen from parent to child. */
function isSingle({ role, cardinality }: RelationOfDefinition): boolean {
  return cardinality === 'OneToOne' || (cardinality === 'OneToMany' && role === 'Child')
}

function keyOf({ name, role }: RelationOfDefinition): string {
  return `${name} ${role}`
}
