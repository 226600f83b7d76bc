import type { Entity } from '../../model/entities/entity.ts'
import type { Json } from '../../model/shared/json.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../domain/origin.ts'
import type { FixedEntity } from '../domain/schema.ts'
import { linksOf, type GeneratedRecord } from './links.ts'
import type { Plan } from './plan.ts'

/** The fixed entities of the built-in definitions in use, with both ends of their relations. */
export function fixedRecords(plans: Map<string, Plan>): Map<string, GeneratedRecord[]> {
  const fixedByDefinition = new Map<string, GeneratedRecord[]>()
  const byId = new Map<number, Entity>()
  for (const plan of plans.values()) {
    if (!plan.schedule.isFixed) continue
    const records = plan.fixed.map((fixed) => ({ entity: entityOf(fixed, plan), chosenParents: undefined }))
    fixedByDefinition.set(plan.name, records)
    for (const { entity } of records) byId.set(entity.id, entity)
  }

  for (const plan of plans.values()) {
    for (const { member, parent } of linksOf(plan, plans)) {
      for (const { id, parents = {} } of plan.fixed)
        addParents(
          member.name,
          parent.name,
          byId.get(id),
          (parents[member.name] ?? []).map((parentId) => byId.get(parentId)),
        )
    }
  }

  return fixedByDefinition
}

function addParents(
  relation: string,
  definition: string,
  child: Entity | undefined,
  parents: (Entity | undefined)[],
): void {
  for (const parent of parents) {
    if (!child || parent?.definition !== definition) continue
    ;((child.relations[relation] ??= {}).parents ??= []).push(parent.id)
    ;((parent.relations[relation] ??= {}).children ??= []).push(child.id)
  }
}

function entityOf({ id, identifier, definition, properties }: FixedEntity, plan: Plan): Entity {
  const compatible = Object.entries(properties).filter(([name]) => plan.unchanged.has(name))

  return {
    id,
    identifier,
    definition,
    cultures: [...plan.cultures],
    properties: Object.fromEntries<Json>(compatible),
    relations: {},
    uniqueValues: [],
    version: 1,
    createdOn: defaultCreatedOn,
    createdBy: defaultCreatedBy,
    modifiedOn: defaultCreatedOn,
    modifiedBy: defaultCreatedBy,
  }
}
