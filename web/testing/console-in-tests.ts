import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  type AnyRoute,
} from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { createSandbox } from '../../mocks/index.ts'
import { currentNotice } from '../ui/feedback/toasts.tsx'
import { pendingConfirmation } from '../ui/overlays/modal.tsx'
import { loadOnPage } from './load-on-page.ts'
import { renderHook } from './render-hook.ts'

const storage = { getItem: () => null, setItem: () => undefined }

const { queryClient } = await loadOnPage(() => import('../service/service-client.ts'))

/** Waits until an assertion about the page passes. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { interval: 1, timeout: 10_000 })

/** A sandbox without entities, and its console: the notices and confirmation dialogs, without a page. */
export async function openConsole() {
  const sandbox = await createSandbox({ entities: 0 })

  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('window', { origin: 'http://sandbox' })
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => sandbox.fetch(path, init))
  // Without the data and the notice of the previous test.
  queryClient.clear()
  currentNotice.set(undefined)

  const expectNotice = (text: string) => until(() => expect(currentNotice.get()?.text).toBe(text))

  return {
    sandbox,
    until,
    notice: currentNotice.get,
    expectNotice,
    /** Presses the button of the notice, and expects the next notice to have this text. */
    pressNoticeButton: async (next: string) => {
      currentNotice.get()?.action?.run()
      await expectNotice(next)
    },
    dialogTitle: () => pendingConfirmation.get()?.title,
    /** Waits for a confirmation dialog, and presses the button that confirms, or Cancel. */
    async closeDialog(title: string, isConfirmed: boolean) {
      await until(() => expect(pendingConfirmation.get()?.title).toBe(title))
      pendingConfirmation.get()?.decide(isConfirmed)
    },
  }
}

/** Components that use queries. */
export function withQueries(children: ReactNode): ReactNode {
  return createElement(QueryClientProvider, { client: queryClient }, children)
}

/** Empty pages at every path. */
function anyPage(): AnyRoute {
  const root = createRootRoute()

  return root.addChildren([createRoute({ path: '$', getParentRoute: () => root })])
}

/** Runs a hook on a page of the console, with access to its result and the router. */
export async function renderInConsole<Result>(hook: () => Result, routeTree: AnyRoute = anyPage()) {
  const opened = await openConsole()
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    isServer: false,
  })

  // RouterProvider would do this, but it also renders the matching routes.
  onTestFinished(router.history.subscribe(() => void router.load()))
  await router.load()

  const page = renderHook(
    hook,
    // oxlint-disable-next-line react/no-children-prop -- its type requires them in the props
    (children) => withQueries(createElement(RouterContextProvider, { router, children })),
    true,
  )

  return {
    ...opened,
    router,
    /** The same as `until`, fetching all queries again as when the console is notified of a change. */
    untilFetched: (assertion: () => unknown) =>
      until(async () => {
        await queryClient.invalidateQueries()
        assertion()
      }),
    get current() {
      return page.current
    },
    rerender: page.rerender,
    act: page.act,
  }
}
