import type { CompiledDefinition, RelationEnd, Side } from '../definitions/compiled-definition.ts'
import { RelationInput } from '../entities/entity-input.ts'
import type { FailureList } from '../shared/errors.ts'
import { entityIdOf, relationOf } from '../entities/references.ts'
import { isObject } from '../entities/property-values.ts'
import { setRelated, unrelatable } from './relations.ts'
import type { DataDraft } from '../tables.ts'

/**
 * What a PUT body's `relations` set: they are ignored (interface 4.1.4), except for complete relation resources of this
 * entity, which existing clients save relations with. Those have a `self` that says so. What of them has another
 * shape goes to `failures`.
 */
export function ownRelations(
  entityId: number,
  relations: unknown,
  failures: FailureList,
): Record<string, RelationInput> {
  const own = new Map<string, RelationInput>()

  for (const [name, entry] of Object.entries(isObject(relations) ? relations : {})) {
    const self = isObject(entry) && isObject(entry.self) ? entry.self.href : undefined

    if (typeof self !== 'string' || !isRelation(self, entityId, name)) continue

    const parsed = RelationInput.safeParse(entry)

    if (parsed.success) own.set(name, parsed.data)
    else {
      for (const { path, message } of parsed.error.issues)
        failures.add(['relations', name, ...path].join('.'), message)
    }
  }

  return Object.fromEntries(own)
}

/**
 * Applies relations to an entity. They are nested; the only link accepted is the one GET gives (interface
 * 4.2.4), which changes nothing. What does not fit goes to `failures`, under the relation's name.
 */
export function applyRelations(
  draft: DataDraft,
  target: { entityId: number; compiled: CompiledDefinition },
  relations: Record<string, RelationInput | null>,
  failures: FailureList,
): void {
  for (const [name, input] of Object.entries(relations)) {
    const ends = target.compiled.relations.get(name)
    const link = input?.self?.href ?? input?.href ?? ''

    if (!ends)
      failures.add(name, `${target.compiled.definition.name} has no relation "${name.slice(0, 100)}".`)
    else if (
      input === null ||
      (isBareLink(input) && isRelation(link, target.entityId, ends[0]?.member.name ?? name))
    )
      continue
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

function isRelation(href: string, entityId: number, name: string): boolean {
  const target = relationOf(href)

  return target?.entityId === entityId && target.relation === name
}
