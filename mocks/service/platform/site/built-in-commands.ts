import { z } from 'zod'
import { EntityRoles, type Data, type DataDraft } from '../../../data/model/data-tables.ts'
import { modified, updateEntity, type Author } from '../../../data/model/entities/entities.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { relate } from '../../../data/model/relations/relations.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { EntityIdOrLink, type Json } from '../../../data/model/shared/json.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { checked } from '../../../data/model/shared/validation-messages.ts'

const RolesInput = EntityRoles.omit({ entityId: true }).partial().extend({ target_id: EntityIdOrLink })
withIgnored(RolesInput, ['self'])

const MasterInput = z.object({
  new_master_id: EntityIdOrLink,
  entity_id: EntityIdOrLink,
  master_relation: z.string(),
})

const StatusInput = z.object({
  entityid: EntityIdOrLink,
  status: EntityIdOrLink,
  statusRelation: z.string(),
  reason: z.string().nullish(),
  reasonProperty: z.string().nullish(),
})

/** The commands of the real service whose input is known, by their names in lower case. */
export const builtInCommands: ReadonlyMap<string, (draft: DataDraft, input: Json, author: Author) => void> =
  new Map([
    ['m.security/setroles', setRoles],
    ['m.asset/setmaster', setMaster],
    ['project/set.deliverables.lifecyclestatus', setStatus],
  ])

/** Sets the roles on an entity, as `allroles` shows them; those of users or groups that are omitted stay. */
function setRoles(draft: DataDraft, input: Json): void {
  const { target_id, user_roles, user_group_roles } = checked(RolesInput, input)
  const { id } = entityOf(draft, 'target_id', target_id)
  const before = draft.roles.get(id)

  draft.roles.put({
    entityId: id,
    user_roles: user_roles ?? before?.user_roles ?? {},
    user_group_roles: user_group_roles ?? before?.user_group_roles ?? {},
  })
}

/** Relates an entity to its new master. */
function setMaster(draft: DataDraft, input: Json, author: Author): void {
  const { entity_id, new_master_id, master_relation } = checked(MasterInput, input)
  const entity = entityOf(draft, 'entity_id', entity_id)

  draft.entities.put(modified(entity, author))
  relate(draft, entity, master_relation, [new_master_id])
}

/** Relates an entity to its new status, and records the reason. */
function setStatus(draft: DataDraft, input: Json, author: Author): void {
  const { entityid, status, statusRelation, reason, reasonProperty } = checked(StatusInput, input)
  const properties = reasonProperty ? { [reasonProperty]: reason ?? null } : {}
  const entity = updateEntity(draft, entityOf(draft, 'entityid', entityid), { properties }, author)

  relate(draft, entity, statusRelation, [status])
}

function entityOf(data: Data, member: string, id: number): Entity {
  const entity = data.entities.get(id)

  if (!entity) throw new InvalidRequest({ [member]: `Entity ${id} does not exist.` })

  return entity
}
