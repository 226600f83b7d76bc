import type { PropertyMethod } from '../../mocks/model/copy/property-rules.ts'
import type { RelationMethod } from '../../mocks/model/copy/relation-rules.ts'
import type { CopyOptionsInput, CopyPlan } from '../../mocks/client/operations.ts'
import { client, operationQuery, sendOrThrow, type RawResponse } from './client.ts'

export type PlannedTarget = CopyPlan['creates'][number]
export type PlannedProperty = PlannedTarget['properties'][number]
export type { CopyPlan, PropertyMethod, RelationMethod }

export function copyPlanQuery(id: number, body: CopyOptionsInput) {
  return {
    ...operationQuery(['entities', 'plan', id, body], (request) =>
      client.POST('/__sandbox/copy-plan/{id}', { path: { id }, body, ...request }),
    ),
    retry: false,
  }
}

export function copyEntity(id: number, body: object): Promise<RawResponse> {
  return sendOrThrow({ method: 'POST', path: `/api/entities/${id}/copy`, json: body })
}
