import type { Entity } from '../../model/entities/entity.ts'
import type { Notification } from '../../model/notifications/notification.ts'

/**
 * The data of a sandbox without options, so that faker is not loaded, and nothing generated, at startup: the build
 * replaces this module. Unbuilt code generates them each time.
 */

/** The entities, but for what `withAudit()` adds and unique values. */
export const prebuiltEntities: readonly Entity[] | undefined = undefined

export const prebuiltNotifications: readonly Notification[] | undefined = undefined
