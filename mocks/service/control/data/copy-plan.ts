import { entityById } from '../../api/entities/entity-reads.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declaration/body-declaration.ts'
import { culture } from '../../http/declaration/parameters.ts'
import { reply, type Route } from '../../http/declaration/declare-route.ts'
import { post } from '../control-route.ts'
import { CopyOptions } from '../../../data/model/copy/copy-options.ts'
import { placeholderId } from '../../../data/model/copy/pairs.ts'
import { planCopy, type CopyPlan, type PlannedCopy } from '../../../data/model/copy/plan-copy.ts'
import { loadRegularExpressions } from '../../../data/model/shared/regular-expressions.ts'
import { z } from 'zod'
import { propertyValue, valueByCulture } from '../../api/entities/member-resources.ts'
import {
  compiledDefinitionOf,
  type RelationEnd,
} from '../../../data/model/definitions/compiled-definition.ts'
import { roles, type PropertyMember } from '../../../data/model/definitions/definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { propertyMethods } from '../../../data/model/copy/copy-rules.ts'
import { relationMethods } from '../../../data/model/copy/copy-rules.ts'
import type { PropertyStep } from '../../../data/model/copy/plan-properties.ts'
import type { RelationStep } from '../../../data/model/copy/plan-relations.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import { UncheckedJson, type Json } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/** An existing entity, or a copy that would be created. */
const PlanReference = z.union([z.object({ id: z.int() }), z.object({ copy_of: z.int() })])
export type PlanReference = z.infer<typeof PlanReference>

/** Why a method applies to a member. */
const methodReason = {
  is_named: z.boolean().describe('Whether an option names the member. If not, the default applies.'),
  reason: z.string(),
}

const PlannedProperty = z.object({
  property: z.string(),
  method: z.enum(propertyMethods),
  ...methodReason,
  before: UncheckedJson.describe('As in the entity resource.'),
  after: UncheckedJson,
})

const RelationChange = z.object({
  relation: z.string(),
  role: z.enum(roles).describe('The role of the entity.'),
  before: z.array(PlanReference),
  after: z.array(PlanReference),
})

const PlannedRelation = RelationChange.extend({ method: z.enum(relationMethods), ...methodReason })

const PlannedCopy = z.object({
  target: PlanReference,
  source: z.object({ id: z.int(), identifier: z.string(), definition: z.string() }),
  reached_by: z
    .object({ id: z.int(), relation: z.string() })
    .nullable()
    .describe('The Copy relation that led to the source; null for the source of the request.'),
  properties: z.array(PlannedProperty),
  relations: z.array(PlannedRelation),
})

/** A member of the source that is not copied. */
const PlannedSkip = z.object({
  source: z.object({ id: z.int() }),
  member: z.string(),
  method: z.enum([...new Set([...propertyMethods, ...relationMethods])]),
  reason: z.string(),
})

export const CopyPlanResource = z
  .object({
    profile: z
      .object({ id: z.int(), identifier: z.string() })
      .nullable()
      .describe('The copy profile that the options come from.'),
    creates: z
      .array(PlannedCopy)
      .describe('New entities. The copy of the request’s source is first, if it is new.'),
    changes: z.array(PlannedCopy).describe('Destinations.'),
    affects: z
      .array(z.object({ id: z.int(), relations: z.array(RelationChange) }))
      .describe('Other entities, which gain or lose a reference.'),
    skips: z.array(PlannedSkip),
  })
  .meta({ id: 'CopyPlan' })
export type CopyPlanResource = z.infer<typeof CopyPlanResource>

/** A copy plan as JSON. */
export function copyPlanResource(data: Data, plan: CopyPlan): CopyPlanResource {
  const target = (copy: PlannedCopy) => targetOf(data, copy)
  const { profile } = plan.copies[0].pair.options

  return {
    profile: profile ? { id: profile.id, identifier: profile.identifier } : null,
    creates: plan.copies.filter(({ pair }) => !pair.existing).map(target),
    changes: plan.copies.filter(({ pair }) => pair.existing).map(target),
    affects: plan.neighbours.map(({ before, after }) => ({
      id: before.id,
      relations: relationChanges(data, before, after),
    })),
    skips: plan.copies.flatMap(skipsOf),
  }
}

function targetOf(data: Data, { pair, properties, relations }: PlannedCopy) {
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

function propertyOf(data: Data, step: PropertyStep) {
  const { property, method, hasOption, reason, before, after } = step

  return {
    property: property.name,
    method,
    is_named: hasOption,
    reason,
    before: wireValue(data, property, before),
    after: wireValue(data, property, after),
  }
}

function relationOf({ end, method, hasOption, reason, before, after }: RelationStep) {
  return { ...changeOf(end, before, after), method, is_named: hasOption, reason }
}

function skipsOf({ pair, properties, relations }: PlannedCopy) {
  const source = { id: pair.source.id }
  const steps = [
    ...properties.map((step) => ({ ...step, member: step.property.name })),
    ...relations.map((step) => ({ ...step, member: step.end.member.name })),
  ]

  return steps
    .filter((step) => step.isSkipped)
    .map(({ member, method, reason }) => ({ source, member, method, reason }))
}

function relationChanges(data: Data, before: Entity, after: Entity) {
  return compiledDefinitionOf(data, before.definition)
    .ends.map((end) => {
      const { name } = end.member

      return changeOf(end, relatedIds(before, name, end.side), relatedIds(after, name, end.side))
    })
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

function changeOf(end: RelationEnd, before: readonly number[], after: readonly number[]) {
  return {
    relation: end.member.name,
    role: end.member.role,
    before: before.map(reference),
    after: after.map(reference),
  }
}

/** A copy that does not exist yet has a placeholder: the id of its source, with a minus sign. */
function reference(id: number): PlanReference {
  return id < 0 ? { copy_of: -id } : { id }
}

function wireValue(data: Data, property: PropertyMember, value: Json): Json {
  return property.is_multilanguage && value !== null
    ? valueByCulture(data, property, value, 'all')
    : propertyValue(data, property, value)
}

/** The plan of a copy, from the body of a copy request. */
export const copyPlan: Route[] = [
  post('/__sandbox/copy-plan/:id', readCopyPlan, {
    description: 'Returns what a copy with this body would do, without executing it.',
    params: { id: entityId },
    query: { culture },
    body: optionalBody(CopyOptions),
    replies: { 200: reply('The plan.', CopyPlanResource) },
  }),
]

async function readCopyPlan(call: Call<{ id: string }, CopyOptions>): Promise<Reply> {
  await loadRegularExpressions()

  const source = entityById(call.data, call.params.id)
  const { body, culture, warn } = call
  const plan = planCopy(call.data, source, body, { culture, newId: placeholderId, warn })

  return json(copyPlanResource(call.data, plan))
}
