import { queryOptions } from '@tanstack/react-query'
import type {
  CopyPlanResource,
  PlannedProperty,
  PlannedTarget,
} from '../../mocks/control/data/copy-plan-resource.ts'
import { ask, successful, type Answer } from './client.ts'

export type CopyPlan = CopyPlanResource
export type { PlannedProperty, PlannedTarget }

/** What a copy would do; nothing changes. */
export function copyPlan(id: number, body: object) {
  return queryOptions({
    queryKey: ['entities', 'plan', id, body],
    queryFn: ({ signal }) =>
      ask<CopyPlan>({ method: 'POST', path: `/__sandbox/copy-plan/${id}`, body, signal }),
    retry: false,
  })
}

export function copyEntity(id: number, body: object): Promise<Answer> {
  return successful({ method: 'POST', path: `/api/entities/${id}/copy`, body })
}
