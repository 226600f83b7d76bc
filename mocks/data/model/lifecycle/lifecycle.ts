import { type RelationEnd, compiledDefinitionOf } from '../definitions/compiled-definition.ts'
import { nextVersionOf, saveEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { findByIdentifier } from '../entities/references.ts'
import { EntityInput } from '../entities/entity-input.ts'
import { relatedIds, setRelated } from '../relations/relations.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { JsonObject } from '../shared/json.ts'
import type { Data, DataDraft } from '../data-tables.ts'

const lifecycleRelation = 'FinalLifeCycleStatusToAsset'

const statuses = ['Created', 'UnderReview', 'Approved', 'Rejected', 'Archived', 'Deleted'] as const
type Status = (typeof statuses)[number]

interface Transition {
  readonly from: readonly Status[]
  readonly to: Status
  /** The permission that users need for it. */
  readonly permission: string
}

/**
 * The actions of the lifecycle. The public documentation allows approval from UnderReview only; existing programs
 * approve right after an upload, so Created is allowed as well. A deleted entity still exists, without its former status.
 */
export const transitions = {
  submit: { from: ['Created', 'Rejected'], to: 'UnderReview', permission: 'Submit' },
  directpublish: {
    from: ['Created', 'UnderReview', 'Rejected'],
    to: 'Approved',
    permission: 'DirectPublish',
  },
  approve: { from: ['Created', 'UnderReview', 'Rejected'], to: 'Approved', permission: 'Approve' },
  reject: { from: ['Created', 'UnderReview'], to: 'Rejected', permission: 'Reject' },
  archive: { from: ['Approved'], to: 'Archived', permission: 'Archive' },
  restore: { from: ['Archived'], to: 'Approved', permission: 'Restore' },
  softdeleteentity: {
    from: statuses.filter((status) => status !== 'Deleted'),
    to: 'Deleted',
    permission: 'Delete',
  },
  restorefromdelete: { from: ['Deleted'], to: 'Created', permission: 'Restore' },
} satisfies Record<string, Transition>
export type LifecycleAction = keyof typeof transitions

/** The status of an entity; by default Created. */
function statusOf(data: Data, entity: Entity): string {
  const [id] = relatedIds(entity, lifecycleRelation, 'parents')
  const value = id === undefined ? undefined : data.entities.get(id)?.properties.StatusValue

  return typeof value === 'string' ? value : 'Created'
}

/** Whether entities of a definition have a status. */
export function hasLifecycle(data: Data, definition: string): boolean {
  return compiledDefinitionOf(data, definition).relations.has(lifecycleRelation)
}

/**
 * Applies a lifecycle action to an entity.
 *
 * @throws {InvalidRequest} when its definition has no lifecycle, or its status does not allow the action
 */
export function applyAction(draft: DataDraft, entity: Entity, action: LifecycleAction, by: Author): void {
  lifecycleEnd(draft, entity.definition)

  const { from, to }: Transition = transitions[action]
  const status = statusOf(draft, entity)

  if (!from.some((allowed) => allowed === status)) {
    throw new InvalidRequest({
      action: `Entity ${entity.id} is ${status}: "${action}" is possible from ${from.join(', ')}.`,
    })
  }

  const approval = to === 'Approved' && action !== 'restore' ? approvalBy(draft, entity, by) : {}

  draft.entities.put({ ...nextVersionOf(entity, by), properties: { ...entity.properties, ...approval } })
  setStatus(draft, entity, to, by)
}

/**
 * Sets the status of an entity. The entity of the status is created if the sandbox does not have it.
 *
 * @throws {InvalidRequest} when the definition has no lifecycle, or the entity of the status can't be created
 */
export function setStatus(
  draft: DataDraft,
  { id, definition }: Pick<Entity, 'id' | 'definition'>,
  status: Status,
  by: Author,
): void {
  const end = lifecycleEnd(draft, definition)
  const identifier = `M.Final.LifeCycle.Status.${status}`
  const href = `/api/entitydefinitions/${end.member.associated_entitydefinition}`
  const input = { identifier, entitydefinition: { href }, properties: { StatusValue: status } }
  const statusEntity = findByIdentifier(draft, identifier) ?? saveEntity(draft, EntityInput.parse(input), by)

  setRelated(draft, id, end, [statusEntity.id])
}

/** @throws {InvalidRequest} when the definition has no lifecycle */
function lifecycleEnd(data: Data, definition: string): RelationEnd {
  const [end] = compiledDefinitionOf(data, definition).relations.get(lifecycleRelation) ?? []

  if (!end) throw new InvalidRequest({ action: `Entities of "${definition}" have no lifecycle.` })

  return end
}

/** The properties for approver and time of approval that the definition has. */
function approvalBy(
  data: Data,
  { definition }: Entity,
  { userId, now }: Pick<Author, 'userId' | 'now'>,
): JsonObject {
  const { properties } = compiledDefinitionOf(data, definition)
  const name = data.entities.get(userId)?.properties.Username

  return {
    ...(properties.has('ApprovedBy') && typeof name === 'string' && { ApprovedBy: name }),
    ...(properties.has('ApprovalDate') && { ApprovalDate: now }),
  }
}
