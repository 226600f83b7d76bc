import type { Route } from '../http/route.ts'
import { clock } from './clock.ts'
import { copyPlan } from './copy-plan.ts'
import { data } from './data.ts'
import { entityList } from './entities.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { fidelity } from './fidelity.ts'
import { graph } from './graph.ts'
import { health } from './health.ts'
import { journal } from './journal.ts'
import { overview } from './overview.ts'
import { personas } from './personas.ts'
import { reset } from './reset.ts'
import { sandboxes } from './sandboxes.ts'
import { scenarios } from './scenarios.ts'
import { snapshots } from './snapshots.ts'

/** The sandbox's own routes. They are handlers like the others, so they work in every door. */
export const controlRoutes: readonly Route[] = [
  ...overview,
  ...personas,
  ...clock,
  ...copyPlan,
  ...data,
  ...entityList,
  ...events,
  ...faults,
  ...fidelity,
  ...graph,
  ...health,
  ...journal,
  ...reset,
  ...sandboxes,
  ...scenarios,
  ...snapshots,
]
