import { zodMessages, problemsIn } from '../shared/validation-messages.ts'
import {
  endName,
  type CompiledDefinition,
  type RelationEnd,
  type Side,
} from '../definitions/compiled-definition.ts'
import { RelationInput } from '../entities/entity-input.ts'
import type { FailureList } from '../shared/errors.ts'
import { entityIdOf, relationOf } from '../entities/references.ts'
import { isObject } from '../shared/json.ts'
import { suggestion } from '../shared/suggestion.ts'
import { idsOf, setRelated, unrelatable } from './relations.ts'
import type { DataDraft } from '../tables.ts'

/**
 * The `relations` of a PUT body: they are ignored (interface 4.1.4), except for complete relation resources of this
 * entity (with its `self`), which existing clients save relations with. Those of another shape are added
 * to `failures`.
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

    const parsed = RelationInput.safeParse(entry, { error: zodMessages })

    if (parsed.success) own.set(name, parsed.data)
    else {
      for (const { path, message } of problemsIn(parsed.error.issues))
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
      failures.add(name, `${target.compiled.definition.name} has no relation "${name.slice(0, 100)}".`, () =>
        suggestion(name, target.compiled.relations.keys()),
      )
    else if (
      input === null ||
      (isBareLink(input) && isRelation(link, target.entityId, ends[0]?.member.name ?? name))
    )
      continue
    else if (isBareLink(input)) {
      failures.add(name, 'A relation is set nested: {"parent": {"href": ...}}; a link to it sets nothing.')
    } else {
      applyRelation(draft, { entityId: target.entityId, ends }, input, failures)
    }
  }
}

/** One relation of an entity. */
export interface RelationTarget {
  readonly entityId: number
  readonly ends: readonly RelationEnd[]
  /** Whether an end that takes several keeps those it has. */
  readonly adds?: boolean
}

/**
 * Sets the ends that a relation resource names; an end that is named without a link is emptied. One that names no end
 * clears the relation only when its `self` says that it is the relation's own resource: existing clients clear a
 * single-valued end by leaving it out, and anything else is a mistake.
 */
export function applyRelation(
  draft: DataDraft,
  { entityId, ends, adds = false }: RelationTarget,
  input: RelationInput,
  failures: FailureList,
): void {
  const name = ends[0]?.member.name ?? ''
  const hasSide = (side: Side): boolean => ends.some((end) => end.side === side)

  if (!namesEnd(input) && !isOwnResource(input, entityId, name)) {
    const [example] = ends.map(endName)

    failures.add(name, `"${name}" is set by naming an end: {"${example}": ...}. The body names none.`)
    return
  }

  for (const side of ['parents', 'children'] as const) {
    if (linksOf(input, side) && !hasSide(side)) failures.add(name, `"${name}" has no ${side} at this end.`)
  }

  for (const end of ends) {
    // A relation with one end to set is complete without its key; one with itself changes the ends it names.
    const links = linksOf(input, end.side) ?? (ends.length === 1 ? [] : undefined)

    if (!links) continue

    const named = links.map(({ href }) => entityIdOf(draft, href))
    const unknown = named.indexOf(undefined)
    const ids = named.filter((id) => id !== undefined)
    const problem =
      unknown === -1 ? unrelatable(draft, end, ids) : `"${links[unknown]?.href}" is not a link to an entity.`
    const kept = adds && !end.isSingle ? idsOf(draft, entityId, name, end.side) : []

    if (problem) failures.add(name, problem)
    else setRelated(draft, entityId, end, [...kept, ...ids])
  }
}

/** The links of one side; undefined when the input does not name that side. */
function linksOf(input: RelationInput, side: Side): { href: string }[] | undefined {
  const many = side === 'parents' ? input.parents : input.children
  const one = side === 'parents' ? input.parent : input.child

  if (many === undefined && one === undefined) return undefined

  return [...(many ?? []), ...(one ? [one] : [])]
}

function namesEnd(input: RelationInput): boolean {
  return linksOf(input, 'parents') !== undefined || linksOf(input, 'children') !== undefined
}

function isBareLink(input: RelationInput): boolean {
  return input.href !== undefined && !namesEnd(input)
}

/** Of a new entity, existing clients write an id of 0 or less into `self`. */
function isOwnResource({ self }: RelationInput, entityId: number, name: string): boolean {
  const target = relationOf(self?.href ?? '')

  return target?.relation === name && (target.entityId === entityId || target.entityId <= 0)
}

function isRelation(href: string, entityId: number, name: string): boolean {
  const target = relationOf(href)

  return target?.entityId === entityId && target.relation === name
}
