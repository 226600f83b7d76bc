import type { Entity } from '../../model/entities/entity.ts'
import type { Json } from '../../model/shared/json.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../domain/origin.ts'
import type { FixedEntity } from '../domain/schema.ts'
import { relate, type GeneratedRecord, type PlannedLink } from './links.ts'
import type { Plan } from './plan.ts'

/** The fixed entities of the built-in definitions in use, with both ends of their relations. */
export function fixedRecords(
  plans: readonly Plan[],
  links: readonly PlannedLink[],
): Map<string, GeneratedRecord[]> {
  const records = new Map<string, GeneratedRecord[]>()
  const byId = new Map<number, Entity>()

  for (const plan of plans.filter(({ schedule }) => schedule.isFixed)) {
    const entities = plan.fixed.map((fixed) => entityOf(fixed, plan))

    for (const entity of entities) byId.set(entity.id, entity)
    records.set(
      plan.name,
      entities.map((entity) => ({ entity, chosenParents: undefined })),
    )
  }
  for (const link of links) {
    for (const { id, parents = {} } of link.child.fixed) {
      for (const parentId of parents[link.member.name] ?? []) relate(link, byId.get(parentId), byId.get(id))
    }
  }

  return records
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
