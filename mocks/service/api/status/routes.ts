import type { Route } from '../../http/declaration/route.ts'
import { dataStorage, system } from './data-storage.ts'
import { graphStatus } from './graph.ts'
import { statusIndex } from './index-resource.ts'
import { jobs } from './jobs.ts'
import { kpis } from './kpis.ts'
import { licenses } from './licenses.ts'
import { queues } from './queues.ts'
import { searchStatus } from './search.ts'
import { serviceStatus } from './service-status.ts'
import type { StatusResource } from './status-resource.ts'
import { users } from './users.ts'
import { versions } from './version.ts'

/** The status sub-resources, in the order of the index. */
const resources: readonly StatusResource[] = [
  queues,
  versions,
  jobs,
  users,
  licenses,
  system,
  dataStorage,
  searchStatus,
  graphStatus,
  serviceStatus,
  kpis,
]

/**
 * The status resources (interface 4.4): GET only (interface 1.5 and 1.9), and except for the index only for
 * administrators (interface 5.2).
 */
export const status: readonly Route[] = [statusIndex(resources), ...resources.map(({ route }) => route)]
