import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router'
import { EntitiesPage } from './features/entities/entities-page.tsx'
import { basePath, viewsInHash } from './lib/place.ts'
import { Shell } from './shell/shell.tsx'
import { FailurePage, MissingPage, WaitingPage } from './shell/pages.tsx'
import * as search from './search.ts'

const root = createRootRoute({
  validateSearch: search.root,
  search: { middlewares: [retainSearchParams(['sandbox'])] },
  component: Shell,
  notFoundComponent: MissingPage,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/entities', replace: true })
  },
})

const entities = createRoute({
  getParentRoute: () => root,
  path: '/entities',
  validateSearch: search.entities,
  component: EntitiesPage,
})

const newEntity = createRoute({
  getParentRoute: () => root,
  path: '/entities/new',
  validateSearch: search.newEntity,
  component: lazyRouteComponent(() => import('./features/edit/create-page.tsx'), 'CreatePage'),
})

const entity = createRoute({
  getParentRoute: () => root,
  path: '/entities/$id',
  validateSearch: search.entity,
  component: lazyRouteComponent(() => import('./features/entities/entity-page.tsx'), 'EntityPage'),
})

const copyEntity = createRoute({
  getParentRoute: () => entity,
  path: '/copy',
  component: lazyRouteComponent(() => import('./features/copy/copy-dialog.tsx'), 'CopyDialog'),
})

const editEntity = createRoute({
  getParentRoute: () => root,
  path: '/entities/$id/edit',
  validateSearch: search.editEntity,
  component: lazyRouteComponent(() => import('./features/edit/edit-page.tsx'), 'EditPage'),
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  validateSearch: search.requests,
  component: lazyRouteComponent(() => import('./features/requests/requests-page.tsx'), 'RequestsPage'),
})

const explore = createRoute({
  getParentRoute: () => root,
  path: '/explore',
  validateSearch: search.explore,
  component: lazyRouteComponent(() => import('./features/explore/explore-page.tsx'), 'ExplorePage'),
})

const graph = createRoute({
  getParentRoute: () => root,
  path: '/graph',
  validateSearch: search.graph,
  component: lazyRouteComponent(() => import('./features/graph/graph-page.tsx'), 'GraphPage'),
})

const health = createRoute({
  getParentRoute: () => root,
  path: '/health',
  validateSearch: search.health,
  component: lazyRouteComponent(() => import('./features/health/health-page.tsx'), 'HealthPage'),
})

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: search.notifications,
  component: lazyRouteComponent(
    () => import('./features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
})

const faults = createRoute({
  getParentRoute: () => root,
  path: '/faults',
  validateSearch: search.faults,
  component: lazyRouteComponent(() => import('./features/faults/faults-page.tsx'), 'FaultsPage'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
})

const routeTree = root.addChildren([
  home,
  entities,
  newEntity,
  entity.addChildren([copyEntity]),
  editEntity,
  graph,
  health,
  notifications,
  requests,
  explore,
  faults,
  sandbox,
])

export const router = createRouter({
  routeTree,
  ...(viewsInHash ? { history: createHashHistory() } : { basepath: basePath }),
  parseSearch: search.parse,
  stringifySearch: search.stringify,
  defaultPendingComponent: WaitingPage,
  defaultErrorComponent: FailurePage,
  defaultPreload: 'intent',
  scrollRestoration: false,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
