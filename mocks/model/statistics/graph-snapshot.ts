import type { Data } from '../tables.ts'
import { entityStatistics } from './entity-statistics.ts'

/** The size of the graph when the graph service last built it. */
export interface GraphSnapshot {
  /** Milliseconds since 1970. */
  readonly builtOn: number
  readonly nodes: number
  readonly edges: number
}

export function buildGraph(data: Data, now: number): GraphSnapshot {
  return { builtOn: now, nodes: data.entities.size, edges: entityStatistics(data).links }
}
