import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
  type AnyRoute,
  type StaticDataRouteOption,
} from '@tanstack/react-router'
import { Boxes, FlaskConical, ListTree, Zap, type LucideIcon } from 'lucide-react'
import { graphqlPath, newGraphqlBody } from './lib/graphql-body.ts'
import { idParameters, oneOf, simulateParts, textParameters } from './lib/search-params.ts'

declare module '@tanstack/react-router' {
  /** What a page declares besides its path, for the menu, palette, shortcuts, headings and tests. */
  interface StaticDataRouteOption {
    readonly title?: string
    /** Its label in the menu, if that differs from the title. */
    readonly label?: string
    /** Its icon in the menu; pages without an icon are not in the menu. */
    readonly Icon?: LucideIcon
    /** The keys that open it. */
    readonly keys?: string
    /** Addresses that together show all its parts, for the accessibility tests; its path by default. */
    readonly samples?: readonly string[]
  }
}

export const root = createRootRoute({
  validateSearch: (raw: Record<string, unknown>) => ({ ...textParameters(raw, 'sandbox') }),
  search: { middlewares: [retainSearchParams(['sandbox'])] },
})

const entityTab = (raw: Record<string, unknown>) =>
  oneOf(raw, 'tab', ['properties', 'relations', 'json', 'access'])
const editTab = (raw: Record<string, unknown>) => oneOf(raw, 'edit', ['form', 'relations'])

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
  staticData: {
    title: 'Entities',
    Icon: Boxes,
    keys: 'g e',
    samples: [
      '/entities',
      '/entities?selected=1000',
      '/entities?selected=1000&edit=form',
      '/entities?definition=M.Asset',
      '/entities?query=FullText==%27nothing-has-this%27',
      '/entities?query=colour==%27red%27',
    ],
  },
  validateSearch: (raw) => ({
    ...textParameters(raw, 'query', 'definition', 'sort'),
    ...oneOf(raw, 'order', ['asc', 'desc']),
    ...editTab(raw),
    ...idParameters(raw, 'selected'),
    ...entityTab(raw),
  }),
  component: lazyRouteComponent(() => import('./features/entities/entities-page.tsx'), 'EntitiesPage'),
})

const newEntity = createRoute({
  getParentRoute: () => root,
  path: '/entities/new',
  staticData: { title: 'New entity', samples: ['/entities/new', '/entities/new?definition=M.Asset'] },
  validateSearch: (raw) => ({ ...textParameters(raw, 'definition'), ...editTab(raw) }),
  component: lazyRouteComponent(() => import('./features/entities/create-page.tsx'), 'CreatePage'),
})

const entity = createRoute({
  getParentRoute: () => root,
  path: '/entities/$id',
  staticData: {
    title: 'Entity',
    samples: [
      '/entities/1000',
      '/entities/1000?tab=relations',
      '/entities/1000?tab=json',
      '/entities/1000?tab=access',
      '/entities/999999999',
      '/entities/1000?edit=form',
      '/entities/1000?edit=relations',
    ],
  },
  validateSearch: (raw) => ({ ...entityTab(raw), ...editTab(raw) }),
  beforeLoad: ({ params }) => {
    if (!idParameters(params, 'id').id) throw notFound()
  },
  component: lazyRouteComponent(() => import('./features/entities/entities-page.tsx'), 'EntityPage'),
})

const copyEntity = createRoute({
  getParentRoute: () => entity,
  path: '/copy',
  staticData: { title: 'Copy an entity', samples: ['/entities/1000/copy'] },
  component: lazyRouteComponent(() => import('./features/copy/copy-dialog.tsx'), 'CopyDialog'),
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/requests',
  staticData: {
    title: 'Requests',
    Icon: ListTree,
    keys: 'g r',
    samples: ['/requests', '/requests?selected=1', '/requests?by=route'],
  },
  validateSearch: (raw) => ({
    ...textParameters(raw, 'q'),
    ...idParameters(raw, 'selected', 'with'),
    ...oneOf(raw, 'by', ['route']),
    ...oneOf(raw, 'paused', ['yes']),
  }),
  component: lazyRouteComponent(() => import('./features/requests/requests-page.tsx'), 'RequestsPage'),
})

const newRequest = createRoute({
  getParentRoute: () => root,
  path: '/requests/new',
  staticData: {
    title: 'New request',
    keys: 'g x',
    samples: ['/requests/new', `/requests/new?method=POST&path=${graphqlPath}&body={}`],
  },
  validateSearch: (raw) => textParameters(raw, 'method', 'path', 'body', 'as'),
  component: lazyRouteComponent(() => import('./features/requests/new-request-page.tsx'), 'NewRequestPage'),
})

const simulate = createRoute({
  getParentRoute: () => root,
  path: '/simulate',
  staticData: { title: 'Simulate', Icon: Zap, keys: 'g m' },
  validateSearch: (raw) => ({
    ...oneOf(raw, 'part', simulateParts),
    // The request for which to add a fault.
    ...textParameters(raw, 'method', 'path', 'operation', 'field'),
  }),
  component: lazyRouteComponent(() => import('./features/simulate/simulate-page.tsx'), 'SimulatePage'),
})

const sandbox = createRoute({
  getParentRoute: () => root,
  path: '/sandbox',
  staticData: { title: 'Sandbox', Icon: FlaskConical, keys: 'g s' },
  component: lazyRouteComponent(() => import('./features/sandbox/sandbox-page.tsx'), 'SandboxPage'),
})

function readEarlierSearch(raw: Record<string, unknown>) {
  const names = ['method', 'path', 'body', 'as', 'operation', 'field', 'query', 'variables', 'tab'] as const

  return textParameters(raw, ...names)
}

type EarlierSearch = ReturnType<typeof readEarlierSearch>

const part = (part: (typeof simulateParts)[number]) => (search: EarlierSearch) => ({ ...search, part })
const graphqlRequest = ({ query, variables, as }: EarlierSearch) => ({
  method: 'POST',
  path: graphqlPath,
  body: newGraphqlBody(query, variables),
  as,
})

/** Addresses that lead to a part of a page, with their parameters: documented ones, and those of earlier versions. */
const moved = [
  to('/docs', '/requests/new', (search) => search),
  to('/explore', '/requests/new', (search) => search),
  to('/entities/$id/edit', '/entities/$id', ({ tab = 'form' }) => ({ edit: tab })),
  to('/graphql', '/requests/new', graphqlRequest),
  to('/requests/graphql', '/requests/new', graphqlRequest, { title: 'New GraphQL request', keys: 'g q' }),
  to('/health', '/simulate', part('health'), { title: 'Health', keys: 'g h' }),
  to('/faults', '/simulate', part('faults'), { title: 'Faults', keys: 'g f' }),
  to('/notifications', '/simulate', part('notifications'), { title: 'Notifications', keys: 'g n' }),
] as const

function to<const Path extends string>(
  path: Path,
  target: '/simulate' | '/requests/new' | '/entities/$id',
  parametersOf: (search: EarlierSearch) => object,
  staticData: StaticDataRouteOption = {},
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    staticData,
    validateSearch: readEarlierSearch,
    beforeLoad: ({ search, params }) => {
      throw redirect({ to: target, params, search: parametersOf(search), replace: true })
    },
  })
}

/** Every page of the console, in the order of its menu. */
export const routeTree = root.addChildren([
  home,
  entities,
  newEntity,
  entity.addChildren([copyEntity]),
  requests,
  newRequest,
  simulate,
  sandbox,
  ...moved,
])

export function declaredPages(route: AnyRoute = routeTree): StaticDataRouteOption[] {
  const children: readonly AnyRoute[] = Object.values(route.children ?? {})

  // Until a router has started, only the options have the path, which their type leaves out.
  const { path } = route.options as { path?: string }

  return [{ samples: [String(path)], ...route.options.staticData }, ...children.flatMap(declaredPages)]
}
