import type { Json } from '../../model/shared/json.ts'

/** An entity that is there at any count and any seed; the ids below 1,000 are theirs. */
export interface FixedEntity {
  id: number
  identifier: string
  definition: string
  properties: Record<string, Json>
  /** Ids of the parents by relation; the parents' ends follow from them. */
  parents?: Record<string, number[]>
}
