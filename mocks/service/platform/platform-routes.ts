import type { Route } from '../http/declare-route.ts'
import { account } from './sign-in/account.ts'
import { aggregates } from './search/aggregates.ts'
import { commandRoutes } from './site/command-routes.ts'
import { entityDefinitions, definitionPaths } from './definitions/entity-definitions.ts'
import { graphql } from './graphql/graphql.ts'
import { entityQuery } from './query/entity-query.ts'
import { optionLists } from './definitions/option-list-routes.ts'
import { permissionRoutes, policies } from './permissions/permissions.ts'
import { publicLinks, renditions } from './files/rendition-routes.ts'
import { lifecycle } from './lifecycle/lifecycle-routes.ts'
import { queries, searchAfter } from './query/query-routes.ts'
import { olderSignIn, token } from './sign-in/token-routes.ts'
import { authorize } from './sign-in/authorize-routes.ts'
import { entityChangeRoutes, entityListRoutes } from './entities/further-entity-routes.ts'
import { fetchJobs } from './jobs/fetch-jobs.ts'
import { furtherStatus } from './status/further-status.ts'
import { olderUploads } from './files/older-uploads.ts'
import { audit } from './audit/audit.ts'
import { root } from './site/root.ts'
import { searches } from './search/search-routes.ts'
import { scriptRoutes } from './site/script-routes.ts'
import { settings } from './site/setting-routes.ts'
import { uploads } from './files/upload-routes.ts'

/** The routes of the real service that existing programs use and the interface does not contain. */
export const platformRoutes: readonly Route[] = [
  ...account,
  ...audit,
  ...olderSignIn,
  ...authorize,
  ...entityChangeRoutes,
  ...entityListRoutes,
  ...fetchJobs,
  ...aggregates,
  ...commandRoutes,
  ...definitionPaths,
  ...entityDefinitions,
  ...entityQuery,
  ...graphql,
  ...optionLists,
  ...permissionRoutes,
  ...policies,
  ...publicLinks,
  ...furtherStatus,
  ...lifecycle,
  ...olderUploads,
  ...queries,
  ...renditions,
  ...root,
  ...searches,
  ...searchAfter,
  ...scriptRoutes,
  ...settings,
  ...token,
  ...uploads,
]
