import type { Route } from '../http/route.ts'
import { clock } from './clock.ts'

/** The sandbox's own routes. They are handlers like the others, so they work in every door. */
export const controlRoutes: readonly Route[] = [...clock]
