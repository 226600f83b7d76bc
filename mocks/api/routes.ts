import type { Route } from '../http/route.ts'
import { copy } from './copy.ts'
import { entities } from './entities.ts'
import { entityDefinitions } from './entity-definitions.ts'
import { entityQuery } from './entity-query.ts'
import { notifications } from './notifications.ts'
import { queries } from './query.ts'
import { relations } from './relations.ts'
import { root } from './root.ts'
import { searchAfter } from './search-after.ts'
import { status } from './status/routes.ts'
import { token } from './token.ts'

/** The whole interface. */
export const routes: readonly Route[] = [
  ...root,
  ...token,
  ...entities,
  ...relations,
  ...copy,
  ...queries,
  ...entityQuery,
  ...searchAfter,
  ...entityDefinitions,
  ...notifications,
  ...status,
]
