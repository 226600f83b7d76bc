import { z } from 'zod'
import { jsonList, type Reply } from '../http/replies/reply.ts'
import { reply, unpagedListOf } from '../http/declaration/reply.ts'
import type { Route } from '../http/declaration/route.ts'
import { get } from './control-route.ts'

const RouteList = unpagedListOf(
  z.object({
    methods: z.array(z.string()).readonly(),
    path: z.string(),
    description: z.string(),
    access: z.enum(['open', 'read', 'write', 'administer']),
    /** Whether it is a control route. */
    control: z.boolean(),
  }),
)

/** @param routes returns all routes, including this one */
export function routeList(routes: () => readonly Route[]): Route {
  return get('/__sandbox/routes', readRoutes, {
    description: 'Lists every route.',
    replies: { 200: reply('The routes.', RouteList) },
  })
  function readRoutes(): Reply {
    const items = routes().map(({ methods, path, description, access, source }) => ({
      methods,
      path,
      description,
      access,
      control: source.kind === 'own',
    }))

    return jsonList(items)
  }
}
