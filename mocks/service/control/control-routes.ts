import type { Route } from '../http/declare-route.ts'
import { changes, reset } from './sandboxes/change-routes.ts'
import { clock } from './clock-routes.ts'
import { copyPlan } from './data/copy-plan-routes.ts'
import { data } from './data/data.ts'
import { entityList, mandatoryValues } from './data/found-entities.ts'
import { events } from './events.ts'
import { faults } from './fault-routes.ts'
import { health } from './health-routes.ts'
import { journal } from './journal/journal-routes.ts'
import { messages } from './messages.ts'
import { overview } from './overview.ts'
import { personaList } from './personas.ts'
import { sandboxes } from './sandboxes/sandbox-routes.ts'
import { scenarios } from './scenario-routes.ts'
import { snapshots } from './sandboxes/snapshot-routes.ts'
import { validation } from './validation-routes.ts'

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
  ...health,
  ...journal(allRoutes),
  ...mandatoryValues,
  ...messages,
  ...reset,
  ...sandboxes,
  ...scenarios(allRoutes),
  ...snapshots,
  ...validation,
]
