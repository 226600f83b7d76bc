import type { Draft, Readers, State } from '../store/state.ts'
import { defineTable } from '../store/table.ts'
import { Component } from './health/component.ts'
import { EntityDefinition, OptionList } from './definitions/definition.ts'
import { StoredEntity, type Entity } from './entities/entity.ts'
import { Notification, ownerKey } from './notifications/notification.ts'
import { EntityFiles, Upload, UploadPart } from './files/file.ts'
import { foldCase } from './shared/letter-case.ts'
import { Policy } from './users/policy.ts'
import { z } from 'zod'

/** A completed copy. A failed one is not recorded, like any rejected change. */
const CompletedCopy = z.object({
  id: z.int().positive(),
  type: z.enum(['EntityCopy']),
  /** How many entities it created or changed. */
  entities: z.int(),
  createdOn: z.string(),
  createdBy: z.int(),
})
export type CompletedCopy = z.infer<typeof CompletedCopy>

/** A job in progress, and when it, or its next part, is run. */
const ScheduledJob = z.object({ jobId: z.int(), dueAt: z.string() })
export type ScheduledJob = z.infer<typeof ScheduledJob>

/** A password that was set for a user. It is stored as plain text, since nothing in a sandbox is secret. */
const Password = z.object({ userId: z.int(), password: z.string() })
type Password = z.infer<typeof Password>

/** The roles on an entity, by the ids of users and of user groups. */
export const EntityRoles = z.object({
  entityId: z.int(),
  user_roles: z.record(z.string(), z.array(z.string())),
  user_group_roles: z.record(z.string(), z.array(z.string())),
})

/** The tables of a sandbox. */
export const tables = {
  entities: defineTable({
    schema: StoredEntity,
    key: (entity: Entity) => entity.id,
    unique: {
      identifier: (entity: Entity) => [entity.identifier],
      propertyValue: (entity: Entity) => entity.uniqueValues,
    },
    groups: {
      definition: (entity: Entity) => [entity.definition],
    },
  }),
  definitions: defineTable({
    schema: EntityDefinition,
    key: (definition: EntityDefinition) => definition.name,
    unique: { id: (definition: EntityDefinition) => [String(definition.id)] },
    groups: { foldedName: (definition: EntityDefinition) => [foldCase(definition.name)] },
  }),
  optionLists: defineTable({
    schema: OptionList,
    key: (list: OptionList) => list.name,
    groups: { foldedName: (list: OptionList) => [foldCase(list.name)] },
  }),
  files: defineTable({ schema: EntityFiles, key: (files: EntityFiles) => files.entityId }),
  /** Uploads in progress. */
  uploads: defineTable({ schema: Upload, key: (upload: Upload) => upload.identifier }),
  uploadParts: defineTable({
    schema: UploadPart,
    key: ({ upload, part }: UploadPart) => `${upload} ${part}`,
    groups: { upload: ({ upload }: UploadPart) => [upload] },
  }),
  /** Passwords that were set; the initial password of a user is the user name. */
  passwords: defineTable({ schema: Password, key: (password: Password) => password.userId }),
  /** Policies that were set; the initial policy of a user group follows from its role. */
  policies: defineTable({ schema: Policy, key: (policy: Policy) => policy.id }),
  /** Roles that were set on entities; the others have none. */
  roles: defineTable({ schema: EntityRoles, key: (roles: z.infer<typeof EntityRoles>) => roles.entityId }),
  components: defineTable({ schema: Component, key: (component: Component) => component.path }),
  notifications: defineTable({
    schema: Notification,
    key: (notification: Notification) => notification.id,
    groups: { owner: (notification: Notification) => [ownerKey(notification.userId)] },
  }),
  /** Jobs in progress, each of which an entity describes. */
  scheduledJobs: defineTable({ schema: ScheduledJob, key: (job: ScheduledJob) => job.jobId }),
  /** Completed copies, which the status counts among the jobs. Jobs in progress are `scheduledJobs`. */
  jobs: defineTable({ schema: CompletedCopy, key: (copy: CompletedCopy) => copy.id }),
}

/** Read-only views of every table. */
export type Data = Readers<typeof tables>
/** The committed version of every table. It never changes, so that what follows from it can be cached. */
export type CommittedData = DataState['tables']
/** A change in progress. */
export type DataDraft = Draft<typeof tables>
export type DataState = State<typeof tables>
