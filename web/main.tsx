import { QueryClientProvider } from '@tanstack/react-query'
import { createHashHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { storeTokenFromUrl } from './service/control-token.ts'
import { queryClient } from './service/service-client.ts'
import { applyTheme } from './lib/console-settings.ts'
import { basePath, followSandboxInHash, pagesInHash } from './lib/page-addresses.ts'
import { parseSearch, stringifySearch } from './lib/search-params.ts'
import { root, routeTree } from './routes.ts'
import { ControlGate } from './shell/control-gate.tsx'
import { ErrorPage, NotFoundPage, PendingPage, Shell } from './shell/shell.tsx'
import './styles.css'

const element = document.querySelector('#root')
if (!element) throw new Error('The page has no element with the id "root".')

root.update({ component: Shell, notFoundComponent: NotFoundPage })

const router = createRouter({
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

storeTokenFromUrl()
applyTheme()
if (pagesInHash) followSandboxInHash()

createRoot(element).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ControlGate>
        <RouterProvider router={router} />
      </ControlGate>
    </QueryClientProvider>
  </StrictMode>,
)
