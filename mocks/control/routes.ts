import type { Route } from '../http/route.ts'
import { clock } from './clock.ts'
import { entityList } from './entities.ts'
import { graph } from './graph.ts'

/** The sandbox's own routes. They are handlers like the others, so they work in every door. */
export const controlRoutes: readonly Route[] = [...clock, ...entityList, ...graph]
