import { createHashHistory, createRouter } from '@tanstack/react-router'
import { basePath, pagesInHash } from './lib/addresses.ts'
import { parseSearch, stringifySearch } from './lib/search.ts'
import { root, routeTree } from './routes.ts'
import { ErrorPage, NotFoundPage, PendingPage, Shell } from './shell/shell.tsx'

root.update({ component: Shell, notFoundComponent: NotFoundPage })

export const router = createRouter({
  routeTree,
  ...(pagesInHash ? { history: createHashHistory() } : { basepath: basePath }),
  parseSearch,
  stringifySearch,
  defaultPendingComponent: PendingPage,
  defaultErrorComponent: ErrorPage,
  defaultPreload: 'intent',
  // Another entity is another page.
  defaultRemountDeps: ({ params }) => params,
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
