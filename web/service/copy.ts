import { queryOptions } from '@tanstack/react-query'
import type { PropertyMethod } from '../../mocks/model/copy/property-rules.ts'
import type { RelationMethod } from '../../mocks/model/copy/relation-rules.ts'
import type { Answers } from './answers.ts'
import { ask, successful, type Answer } from './client.ts'

export type CopyPlan = Answers['copyPlan']
export type PlannedTarget = CopyPlan['creates'][number]
export type PlannedProperty = PlannedTarget['properties'][number]
export type { PropertyMethod, RelationMethod }

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
