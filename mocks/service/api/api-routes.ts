import type { Route } from '../http/declare-route.ts'
import { entities } from './entities/entity-routes.ts'
import { relations } from './relations/relation-routes.ts'
import { copy } from './copy/copy-routes.ts'
import { notifications } from './notifications/notification-routes.ts'
import { status } from './status/status-routes.ts'

/** The routes of the interface: the entity, status and notification resources (interface 1.1). */
export const apiRoutes: readonly Route[] = [...entities, ...relations, ...copy, ...notifications, ...status]
