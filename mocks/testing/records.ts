import { EntityDefinition, type Cardinality, type Role } from '../data/model/definitions/definition.ts'
import { Entity } from '../data/model/entities/entity.ts'

/** A definition; each member omits what has the default value. */
export function define(id: number, name: string, members: object[]): EntityDefinition {
  return EntityDefinition.parse({ id, name, member_groups: [{ name: 'Main', members }] })
}

/** The member of a definition for its end of a relation: it has this role, the other definition the opposite one. */
export function relationEnd(
  name: string,
  role: Role,
  cardinality: Cardinality,
  associated_entitydefinition: string,
) {
  return { type: 'Relation', name, role, cardinality, associated_entitydefinition } as const
}

/** A stored entity, with default values for the fields that a test does not set. */
export function entity(id: number, definition: string, fields: Partial<Entity> = {}): Entity {
  return Entity.parse({
    id,
    identifier: `t-${id}`,
    definition,
    cultures: [],
    properties: {},
    relations: {},
    version: 1,
    createdOn: '2026-01-01T08:00:00.000Z',
    createdBy: 7,
    modifiedOn: '2026-01-01T08:00:00.000Z',
    modifiedBy: 7,
    ...fields,
  })
}
