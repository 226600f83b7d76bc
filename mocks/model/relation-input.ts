import type { Blueprint, RelationEnd, Side } from './blueprint.ts'
import type { RelationInput } from './entity-input.ts'
import type { FailureList } from './errors.ts'
import { entityIdOf, relationOf } from './references.ts'
import { setRelated, unrelatable } from './relations.ts'
import type { DataDraft } from './tables.ts'

/** Where relation input comes from, which decides what is not taken. */
export type RelationSource =
  /** POST: relations are nested; the only link accepted is the one GET gives (interface 4, rule 4). */
  | 'create'
  /** PUT: `relations` is ignored (interface 4), except for complete relation resources of this entity. */
  | 'update'

/**
 * Applies the `relations` of a POST or PUT body to an entity. What does not fit goes to `failures`, under the
 * relation's name.
 */
export function applyRelations(
  draft: DataDraft,
  target: { entityId: number; blueprint: Blueprint; source: RelationSource },
  relations: Record<string, RelationInput | null>,
  failures: FailureList,
): void {
  for (const [name, input] of Object.entries(relations)) {
    const ends = target.blueprint.relations.get(name)
    const isOwn = input !== null && isOwnResource(input, target.entityId, name)

    if (target.source === 'update' && !isOwn) continue
    if (!ends)
      failures.add(name, `${target.blueprint.definition.name} has no relation "${name.slice(0, 100)}".`)
    else if (input === null || (isBareLink(input) && isOwn)) continue
    else if (isBareLink(input)) {
      failures.add(name, 'A relation is set nested: {"parent": {"href": ...}}; a link to it sets nothing.')
    } else {
      applyRelation(draft, target.entityId, ends, input, failures)
    }
  }
}

/**
 * Sets the ends that a relation resource names. An end that is named without a link is emptied.
 *
 * @param isComplete whether an end that is not named is emptied as well: existing clients clear a single-valued
 *   end by leaving it out
 */
export function applyRelation(
  draft: DataDraft,
  entityId: number,
  ends: readonly RelationEnd[],
  input: RelationInput,
  failures: FailureList,
): void {
  const name = ends[0]?.member.name ?? ''
  const hasSide = (side: Side): boolean => ends.some((end) => end.side === side)

  for (const side of ['parents', 'children'] as const) {
    if (linksOf(input, side) && !hasSide(side)) failures.add(name, `"${name}" has no ${side} at this end.`)
  }

  for (const end of ends) {
    // A relation with one end to set is complete without its key; one with itself changes the ends it names.
    const links = linksOf(input, end.side) ?? (ends.length === 1 ? [] : undefined)

    if (!links) continue

    const ids = links.map(({ href }) => entityIdOf(draft, href))
    const unknown = ids.findIndex((id) => id === undefined)
    const problem =
      unknown === -1
        ? unrelatable(
            draft,
            end,
            ids.filter((id) => id !== undefined),
          )
        : `"${links[unknown]?.href}" is not a link to an entity.`

    if (problem) failures.add(name, problem)
    else
      setRelated(
        draft,
        entityId,
        end,
        ids.filter((id) => id !== undefined),
      )
  }
}

/** The links of one side; undefined when the input does not name that side. */
function linksOf(input: RelationInput, side: Side): { href: string }[] | undefined {
  const many = side === 'parents' ? input.parents : input.children
  const one = side === 'parents' ? input.parent : input.child

  if (many === undefined && one === undefined) return undefined

  return [...(many ?? []), ...(one ? [one] : [])]
}

function isBareLink(input: RelationInput): boolean {
  return input.href !== undefined && !linksOf(input, 'parents') && !linksOf(input, 'children')
}

function isOwnResource(input: RelationInput, entityId: number, name: string): boolean {
  const target = relationOf(input.self?.href ?? input.href ?? '')

  return target?.entityId === entityId && target.relation === name
}
