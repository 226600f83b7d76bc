import type { Route } from '../../http/route.ts'
import { statusIndex } from './index-resource.ts'
import { serviceStatus } from './service-status.ts'

/** The status resources (interface 4): GET only. */
export const status: readonly Route[] = [...statusIndex, ...serviceStatus]
