import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  type AnyRoute,
} from '@tanstack/react-router'
import { createElement, type ReactElement, type ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { createSandbox, type Sandbox } from '../../mocks/index.ts'
import { showNotice, NoticeBar } from '../ui/feedback/toasts.tsx'
import { ConfirmationDialog } from '../ui/overlays/modal.tsx'
import { renderHook } from './render-hook.ts'

const storage = { getItem: () => null, setItem: () => undefined }

/** Loads a module of the console that reads the page's address when it is loaded. */
export async function loadOnPage<Part>(load: () => Promise<Part>): Promise<Part> {
  vi.stubGlobal('document', { baseURI: 'http://sandbox/', querySelector: () => null })
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('localStorage', storage)
  try {
    return await load()
  } finally {
    vi.unstubAllGlobals()
  }
}

const { queryClient } = await loadOnPage(() => import('../service/client.ts'))

interface ServedConsole {
  readonly sandbox: Sandbox
  readonly wrapper: (children: ReactNode) => ReactNode
  /** Fetches all queries again. */
  readonly refresh: () => Promise<void>
}

/** A sandbox without entities for the console, and the wrapper for rendering its hooks. */
export async function servedConsole(): Promise<ServedConsole> {
  const sandbox = await createSandbox({ entities: 0 })

  // Without the data of the previous test.
  queryClient.clear()
  vi.stubGlobal('window', { origin: 'http://sandbox' })
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => sandbox.fetch(path, init))

  return {
    sandbox,
    wrapper: (children) => createElement(QueryClientProvider, { client: queryClient }, children),
    refresh: () => queryClient.invalidateQueries(),
  }
}

/** Waits until an assertion about the page passes. */
const until = (assertion: () => unknown) => vi.waitFor(assertion, { interval: 1, timeout: 10_000 })

/** Empty pages at every path. */
function anyPage(): AnyRoute {
  const root = createRootRoute()

  return root.addChildren([createRoute({ path: '$', getParentRoute: () => root })])
}

interface Notice {
  readonly text: string
  readonly isFailure?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

type RenderedNotice = readonly [
  status: ReactElement<{ children?: ReactElement<Notice> | false }>,
  failure?: ReactElement<Notice> | false,
]

interface Confirmation {
  readonly title: string
  readonly children: readonly [
    body: ReactElement,
    buttons: ReactElement<{ children: ReactElement<Button>[] }>,
  ]
}

interface Button {
  readonly onClick: () => void
}

/**
 * Runs a hook on a page of the console whose sandbox has no entities, with access to its result, the notices and
 * confirmation dialogs of the page, and the router.
 */
export async function renderInConsole<Result>(hook: () => Result, routeTree: AnyRoute = anyPage()) {
  const { sandbox, wrapper, refresh } = await servedConsole()
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    isServer: false,
  })

  // Removes the notice of the previous test.
  showNotice('')
  // RouterProvider would do this, but it also renders the matching routes.
  onTestFinished(router.history.subscribe(() => void router.load()))
  await router.load()

  const page = renderHook(
    () => ({ hook: hook(), notice: NoticeBar(), dialog: ConfirmationDialog() }),
    // oxlint-disable-next-line react/no-children-prop -- its type requires them in the props
    (children) => wrapper(createElement(RouterContextProvider, { router, children })),
    true,
  )
  const notice = () => {
    const { children } = page.current.notice.props as { children: RenderedNotice } // what NoticeBar renders
    const [status, failure] = children

    return (failure || status.props.children || undefined)?.props
  }
  const dialog = () => page.current.dialog?.props as Confirmation | undefined // what ConfirmationDialog renders

  return {
    sandbox,
    router,
    notice,
    until,
    /** The same, fetching all queries again as when the console is notified of a change. */
    untilFetched: (assertion: () => unknown) =>
      until(async () => {
        await refresh()
        assertion()
      }),
    get current() {
      return page.current.hook
    },
    rerender: page.rerender,
    act: (action: (result: Result) => unknown) => page.act(({ hook }) => action(hook)),
    expectNotice: (text: string) => until(() => expect(notice()?.text).toBe(text)),
    /** Waits for a confirmation dialog, and presses the button that confirms, or Cancel. */
    async closeDialog(title: string, isConfirmed: boolean) {
      await until(() => expect(dialog()?.title).toBe(title))
      await page.act(() => dialog()?.children[1].props.children[isConfirmed ? 1 : 0]?.props.onClick())
    },
    dialogTitle: () => dialog()?.title,
    pressNoticeButton: () => page.act(() => notice()?.action?.run()),
  }
}
