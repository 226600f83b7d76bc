import { parseWithFailures } from '../shared/validation-messages.ts'
import {
  relationKeyOf,
  sides,
  type CompiledDefinition,
  type RelationEnd,
  type Side,
} from '../definitions/compiled-definition.ts'
import { RelationInput } from '../entities/entity-input.ts'
import type { FailureList } from '../shared/errors.ts'
import { entityIdOf, relationOf } from '../entities/references.ts'
import { isObject } from '../shared/json.ts'
import { suggestion } from '../shared/suggestion.ts'
import { relatedIdsOf, relatingProblem, setRelated } from './relations.ts'
import type { DataDraft } from '../data-tables.ts'

const relationKeys = ['parent', 'parents', 'child', 'children']

/**
 * The `relations` of a PUT body are ignored (interface 4.1.4), except relation resources of this entity (by their
 * `self`), since existing clients save relations that way. Malformed ones are added to `failures`.
 */
export function ownRelations(
  entityId: number,
  relations: unknown,
  failures: FailureList,
): Record<string, RelationInput> {
  const own = new Map<string, RelationInput>()

  for (const [name, entry] of Object.entries(isObject(relations) ? relations : {})) {
    if (kindOfEntry(entry, entityId, name) !== 'resource') continue

    const parsed = parseWithFailures(failures, RelationInput, entry, ['relations', name])

    if (parsed) own.set(name, parsed)
  }

  return Object.fromEntries(own)
}

/** What an entry of `relations` in a PUT body is: a resource of the entity, the link to it (or none), or something else. */
export function kindOfEntry(entry: unknown, entityId: number, name: string): 'resource' | 'link' | 'other' {
  if (entry === null) return 'link'
  if (!isObject(entry)) return 'other'

  const { self, href } = entry
  const leadsHere = (link: unknown) => typeof link === 'string' && isRelation(link, entityId, name)

  if (isObject(self) && leadsHere(self.href)) return 'resource'

  return leadsHere(href) && relationKeys.every((key) => entry[key] === undefined) ? 'link' : 'other'
}

/**
 * Applies nested relations to an entity. Null changes nothing, and neither does the link to the relation that GET
 * returns (interface 4.2.4); other links are failures. Failures are added under the name of the relation.
 */
export function applyRelations(
  draft: DataDraft,
  target: { entityId: number; compiled: CompiledDefinition },
  relations: Record<string, RelationInput | null>,
  failures: FailureList,
): void {
  for (const [name, input] of Object.entries(relations)) {
    const ends = target.compiled.relations.get(name)

    if (!ends) {
      failures.add(name, `${target.compiled.definition.name} has no relation "${name.slice(0, 100)}".`, () =>
        suggestion(name, target.compiled.relations.keys()),
      )
      continue
    }
    if (input === null) continue
    if (input.href === undefined || hasEnd(input)) {
      applyRelation(draft, { entityId: target.entityId, ends }, input, failures)
      continue
    }

    const link = input.self?.href ?? input.href ?? ''

    if (!isRelation(link, target.entityId, ends[0]?.member.name ?? name))
      failures.add(name, 'Expected a nested relation, such as {"parent": {"href": ...}}, not a link to it.')
  }
}

interface RelationTarget {
  readonly entityId: number
  readonly ends: readonly RelationEnd[]
  /** Whether links are added to an end that allows several, instead of replacing them. */
  readonly keepsExisting?: boolean
}

/**
 * Sets the ends that the input has; one without a link is emptied, unless it keeps its links. An input without any end
 * clears a relation with one end, as existing clients do, and is invalid unless its `self` is the relation's address.
 */
export function applyRelation(
  draft: DataDraft,
  { entityId, ends, keepsExisting = false }: RelationTarget,
  input: RelationInput,
  failures: FailureList,
): void {
  const name = ends[0]?.member.name ?? ''
  const hasSide = (side: Side): boolean => ends.some((end) => end.side === side)

  if (!hasEnd(input) && !isOwnResource(input, entityId, name)) {
    const [example] = ends.map(relationKeyOf)

    failures.add(name, `Expected {"${example}": ...} for relation "${name}".`)
    return
  }

  for (const side of sides) {
    if (linksOf(input, side) && !hasSide(side))
      failures.add(name, `An entity of this definition has no ${side} in relation "${name}".`)
  }

  for (const end of ends) {
    // Without its member, the only end is emptied. A self-referencing relation has two: the given ones change.
    const links = linksOf(input, end.side) ?? (ends.length === 1 ? [] : undefined)

    if (!links) continue

    const targets = links.map(({ href }) => entityIdOf(draft, href))
    const unknown = targets.indexOf(undefined)
    const ids = targets.filter((id) => id !== undefined)
    const problem =
      unknown === -1
        ? relatingProblem(draft, end, ids)
        : `"${links[unknown]?.href}" is not a link to an entity.`
    const kept = keepsExisting && !end.isSingle ? relatedIdsOf(draft, entityId, name, end.side) : []

    if (problem) failures.add(name, problem)
    else setRelated(draft, entityId, end, [...kept, ...ids])
  }
}

/** The links of one side; undefined when the input does not have that side. */
function linksOf(input: RelationInput, side: Side): { href: string }[] | undefined {
  const many = side === 'parents' ? input.parents : input.children
  const one = side === 'parents' ? input.parent : input.child

  if (many === undefined && one === undefined) return undefined

  return [...(many ?? []), ...(one ? [one] : [])]
}

function hasEnd(input: RelationInput): boolean {
  return linksOf(input, 'parents') !== undefined || linksOf(input, 'children') !== undefined
}

/** For a new entity, existing clients send a `self` with an id of 0 or less. */
export function isOwnResource({ self }: RelationInput, entityId: number, name: string): boolean {
  const target = relationOf(self?.href ?? '')

  return target?.relation === name && (target.entityId === entityId || target.entityId <= 0)
}

function isRelation(href: string, entityId: number, name: string): boolean {
  const target = relationOf(href)

  return target?.entityId === entityId && target.relation === name
}
