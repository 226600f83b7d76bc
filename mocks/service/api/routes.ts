import type { Route } from '../http/declaration/route.ts'
import { entities } from './entities/entities.ts'
import { relations } from './relations/relations.ts'
import { copy } from './copy/copy.ts'
import { notifications } from './notifications/notifications.ts'
import { status } from './status/routes.ts'

/** The routes of the interface: the entity, status and notification resources (interface 1.1). */
export const apiRoutes: readonly Route[] = [...entities, ...relations, ...copy, ...notifications, ...status]
