import { propertyValue, valueByCulture } from '../../api/entities/property-resource.ts'
import { compiledDefinition } from '../../model/entities/entities.ts'
import type { RelationEnd } from '../../model/definitions/compiled-definition.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { PropertyMethod, RelationMethod } from '../../model/copy/copy-options.ts'
import { copiedId } from '../../model/copy/pairs.ts'
import type { CopyPlan, PlannedCopy } from '../../model/copy/plan-copy.ts'
import type { PropertyStep } from '../../model/copy/plan-properties.ts'
import type { RelationStep } from '../../model/copy/plan-relations.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'

/** An entity that exists, or the copy of one that is yet to be made. */
export type PlanReference = { id: number } | { copy_of: number }

/** Why a member of a target becomes what it does. */
interface Decided<Method> {
  method: Method
  /** Whether an option names the member; if not, this is what is done by default. */
  is_named: boolean
  reason: string
}

export interface PlannedProperty extends Decided<PropertyMethod> {
  property: string
  /** As the entity resource has it. */
  before: Json
  after: Json
}

interface RelationChange {
  relation: string
  /** That of the entity. */
  role: 'Parent' | 'Child'
  before: PlanReference[]
  after: PlanReference[]
}

export interface PlannedRelation extends RelationChange, Decided<RelationMethod> {}

export interface PlannedTarget {
  target: PlanReference
  source: { id: number; identifier: string; definition: string }
  /** The Copy relation that led to the source; null for the one that the request names. */
  reached_by: { id: number; relation: string } | null
  properties: PlannedProperty[]
  relations: PlannedRelation[]
}

/** What the source has and the target does not get. */
export interface PlannedSkip {
  source: { id: number }
  member: string
  method: PropertyMethod | RelationMethod
  reason: string
}

export interface CopyPlanResource {
  /** The copy profile that the options come from. */
  profile: { id: number; identifier: string } | null
  /** New entities; that of the request's own source is first, if it is new. */
  creates: PlannedTarget[]
  /** Destinations. */
  changes: PlannedTarget[]
  /** Other entities, which gain or lose a reference. */
  touches: { id: number; relations: RelationChange[] }[]
  skips: PlannedSkip[]
}

/** A copy plan as JSON. */
export function copyPlanResource(data: Data, plan: CopyPlan): CopyPlanResource {
  const target = (copy: PlannedCopy): PlannedTarget => targetOf(data, copy)

  const { profile } = plan.copies[0].pair.choices

  return {
    profile: profile ? { id: profile.id, identifier: profile.identifier } : null,
    creates: plan.copies.filter(({ pair }) => !pair.existing).map(target),
    changes: plan.copies.filter(({ pair }) => pair.existing).map(target),
    touches: plan.neighbours.map(({ before, after }) => ({
      id: before.id,
      relations: relationChanges(data, before, after),
    })),
    skips: plan.copies.flatMap(skipsOf),
  }
}

function targetOf(data: Data, { pair, properties, relations }: PlannedCopy): PlannedTarget {
  const { id, identifier, definition } = pair.source

  return {
    target: reference(pair.id),
    source: { id, identifier, definition },
    reached_by: pair.reachedBy
      ? { id: pair.reachedBy.from.id, relation: pair.reachedBy.end.member.name }
      : null,
    properties: properties.map((step) => propertyOf(data, step)),
    relations: relations.map(relationOf),
  }
}

function propertyOf(data: Data, step: PropertyStep): PlannedProperty {
  const { property, method, isNamed, reason, before, after } = step

  return {
    property: property.name,
    method,
    is_named: isNamed,
    reason,
    before: wireValue(data, property, before),
    after: wireValue(data, property, after),
  }
}

function relationOf({ end, method, isNamed, reason, before, after }: RelationStep): PlannedRelation {
  return { ...changeOf(end, before, after), method, is_named: isNamed, reason }
}

function skipsOf({ pair, properties, relations }: PlannedCopy): PlannedSkip[] {
  const source = { id: pair.source.id }
  const steps = [
    ...properties.map((step) => ({ ...step, member: step.property.name })),
    ...relations.map((step) => ({ ...step, member: step.end.member.name })),
  ]

  return steps
    .filter((step) => step.isSkipped)
    .map(({ member, method, reason }) => ({ source, member, method, reason }))
}

function relationChanges(data: Data, before: Entity, after: Entity): RelationChange[] {
  return Array.from(compiledDefinition(data, before.definition).relations.values())
    .flat()
    .map((end) => {
      const { name } = end.member

      return changeOf(end, relatedIds(before, name, end.side), relatedIds(after, name, end.side))
    })
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

function changeOf(end: RelationEnd, before: readonly number[], after: readonly number[]): RelationChange {
  return {
    relation: end.member.name,
    role: end.member.role,
    before: before.map(reference),
    after: after.map(reference),
  }
}

function reference(id: number): PlanReference {
  const copied = copiedId(id)

  return copied === undefined ? { id } : { copy_of: copied }
}

function wireValue(data: Data, property: PropertyMember, value: Json): Json {
  return property.is_multilanguage && value !== null
    ? valueByCulture(data, property, value, 'all')
    : propertyValue(data, property, value)
}
