import type { Route } from '../http/route.ts'
import { account } from './account.ts'
import { aggregates } from './aggregates.ts'
import { commands } from './commands.ts'
import { copy } from './copy.ts'
import { entities } from './entities.ts'
import { entityDefinitions } from './entity-definitions.ts'
import { entityQuery } from './entity-query.ts'
import { notifications } from './notifications.ts'
import { optionLists } from './option-lists.ts'
import { pages } from './pages.ts'
import { permissions } from './permissions.ts'
import { queries } from './query.ts'
import { relations } from './relations.ts'
import { renditions } from './renditions.ts'
import { root } from './root.ts'
import { search } from './search.ts'
import { searchAfter } from './search-after.ts'
import { settings } from './settings.ts'
import { status } from './status/routes.ts'
import { token } from './token.ts'
import { uploads } from './uploads.ts'

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
  ...optionLists,
  ...settings,
  ...permissions,
  ...account,
  ...search,
  ...commands,
  ...aggregates,
  ...pages,
  ...uploads,
  ...renditions,
  ...status,
]
