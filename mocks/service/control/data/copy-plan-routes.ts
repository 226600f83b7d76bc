import { entityById } from '../../../data/model/entities/references.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { optionalBody, culture } from '../../http/declare-request.ts'
import { reply, type Route } from '../../http/declare-route.ts'
import { post } from '../control-route.ts'
import { CopyOptions, propertyMethods, relationMethods } from '../../../data/model/copy/copy-options.ts'
import { placeholderId } from '../../../data/model/copy/pairs.ts'
import { planCopy, type CopyPlan, type PlannedCopy } from '../../../data/model/copy/copy-entity.ts'
import { loadExpressionEngine } from '../../../data/model/shared/regular-expressions.ts'
import { z } from 'zod'
import { propertyValue, valueByCulture } from '../../api/entities/member-resources.ts'
import { roles, type PropertyMember } from '../../../data/model/definitions/definition.ts'
import type { PropertyPlan } from '../../../data/model/copy/plan-properties.ts'
import type { RelationPlan } from '../../../data/model/copy/plan-relations.ts'
import { UncheckedJson, type Json } from '../../../data/model/shared/json.ts'
import type { Data } from '../../../data/model/data-tables.ts'

/** An existing entity, or a copy that would be created. */
const PlanReference = z.union([z.object({ id: z.int() }), z.object({ copy_of: z.int() })])
export type PlanReference = z.infer<typeof PlanReference>

const PlannedProperty = z.object({
  property: z.string(),
  method: z.enum(propertyMethods),
  reason: z.string(),
  before: UncheckedJson.describe('As in the entity resource.'),
  after: UncheckedJson,
})

const PlannedRelation = z.object({
  relation: z.string(),
  role: z.enum(roles).describe('The role of the entity.'),
  method: z.enum(relationMethods),
  reason: z.string(),
  before: z.array(PlanReference),
  after: z.array(PlanReference),
})

const PlannedCopy = z.object({
  target: PlanReference,
  source: z.object({ id: z.int(), identifier: z.string(), definition: z.string() }),
  properties: z.array(PlannedProperty),
  relations: z.array(PlannedRelation),
})

export const CopyPlanResource = z
  .object({
    creates: z
      .array(PlannedCopy)
      .describe('New entities. The copy of the request’s source is first, if it is new.'),
    changes: z.array(PlannedCopy).describe('Destinations. That of the request is first, if it has one.'),
    affects: z.array(z.object({ id: z.int() })).describe('Other entities, which gain or lose a reference.'),
  })
  .meta({ id: 'CopyPlan' })
export type CopyPlanResource = z.infer<typeof CopyPlanResource>

export function copyPlanResource(data: Data, plan: CopyPlan): CopyPlanResource {
  const target = (copy: PlannedCopy) => targetOf(data, copy)

  return {
    creates: plan.copies.filter(({ pair }) => !pair.destination).map(target),
    changes: plan.copies.filter(({ pair }) => pair.destination).map(target),
    affects: plan.affected.map(({ after: { id } }) => ({ id })),
  }
}

function targetOf(data: Data, { pair, properties, relations }: PlannedCopy) {
  const { id, identifier, definition } = pair.source

  return {
    target: reference(pair.targetId),
    source: { id, identifier, definition },
    properties: properties.map((plan) => propertyOf(data, plan)),
    relations: relations.map(relationOf),
  }
}

function propertyOf(data: Data, { property, method, reason, before, after }: PropertyPlan) {
  return {
    property: property.name,
    method,
    reason,
    before: wireValue(data, property, before),
    after: wireValue(data, property, after),
  }
}

function relationOf({ end: { member }, method, reason, before, after }: RelationPlan) {
  return {
    relation: member.name,
    role: member.role,
    method,
    reason,
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
  await loadExpressionEngine()

  const source = entityById(call.data, call.params.id)
  const { body, culture, warn } = call
  const plan = planCopy(call.data, source, body, { culture, newId: placeholderId, warn })

  return json(copyPlanResource(call.data, plan))
}
