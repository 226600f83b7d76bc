import type { Route } from '../http/declaration/route.ts'
import { changes, reset } from './sandboxes/changes.ts'
import { clock } from './clock.ts'
import { copyPlan } from './data/copy-plan.ts'
import { data } from './data/data.ts'
import { entityList, mandatoryValues } from './data/entities.ts'
import { events } from './events.ts'
import { faults } from './faults.ts'
import { graph } from './data/graph.ts'
import { health } from './health.ts'
import { journal } from './journal/journal.ts'
import { overview } from './overview.ts'
import { personaList } from './personas.ts'
import { sandboxes } from './sandboxes/sandboxes.ts'
import { scenarios } from './scenarios.ts'
import { snapshots } from './sandboxes/snapshots.ts'
import { validation } from './validation.ts'

/** The control routes. They are handled like all others, so they work at every door. @param allRoutes with those of the API */
export const controlRoutes = (allRoutes: () => readonly Route[]): readonly Route[] => [
  ...overview,
  ...personaList,
  ...changes,
  ...clock,
  ...copyPlan,
  ...data,
  ...entityList,
  ...events,
  ...faults(allRoutes),
  ...graph,
  ...health,
  ...journal(allRoutes),
  ...mandatoryValues,
  ...reset,
  ...sandboxes,
  ...scenarios(allRoutes),
  ...snapshots,
  ...validation,
]
