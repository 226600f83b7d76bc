import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
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
import { createSandbox, type Sandbox } from '../mocks/index.ts'
import { toast, NoticeBar } from '../web/ui/feedback/toasts.tsx'
import { ConfirmationDialog } from '../web/ui/overlays/modal.tsx'
import { renderHook } from './render-hook.ts'

const storage = { getItem: () => null, setItem: () => undefined }

/** Loads a part of the console that reads from its page where it is served. */
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

const { queryClient } = await loadOnPage(() => import('../web/service/live.ts'))

interface ServedConsole {
  readonly sandbox: Sandbox
  readonly around: (part: ReactNode) => ReactNode
  /** Reads everything anew. */
  readonly refresh: () => Promise<void>
}

/** A sandbox without entities for the console, and what its hooks are rendered in, until the test ends. */
export async function servedConsole(): Promise<ServedConsole> {
  const sandbox = await createSandbox({ entities: 0 })
  const client = new QueryClient({ defaultOptions: queryClient.getDefaultOptions() })

  vi.stubGlobal('window', { origin: 'http://sandbox' })
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('location', new URL('http://sandbox/'))
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => sandbox.fetch(path, init))

  return {
    sandbox,
    around: (children) => createElement(QueryClientProvider, { client }, children),
    refresh: () => client.invalidateQueries(),
  }
}

/** Waits until something holds of the page. */
const until = (holds: () => unknown) => vi.waitFor(holds, { interval: 1, timeout: 10_000 })

/** A page at any path, which shows nothing. */
function anyPage(): AnyRoute {
  const root = createRootRoute()

  return root.addChildren([createRoute({ path: '$', getParentRoute: () => root })])
}

interface Notice {
  readonly text: string
  readonly isFailure?: boolean
  readonly action?: { readonly label: string; readonly run: () => void }
}

type DrawnNotice = readonly [
  status: ReactElement<{ children?: ReactElement<Notice> | false }>,
  failure?: ReactElement<Notice> | false,
]

interface Question {
  readonly title: string
  readonly children: readonly [
    body: ReactElement,
    buttons: ReactElement<{ children: ReactElement<Pressed>[] }>,
  ]
}

interface Pressed {
  readonly onClick: () => void
}

/**
 * Runs a hook on a page of the console whose sandbox has no entities: what it returns, what the page says and asks
 * meanwhile, and where it leads.
 */
export async function renderInConsole<Result>(hook: () => Result, routeTree: AnyRoute = anyPage()) {
  const { sandbox, around, refresh } = await servedConsole()
  const router = createRouter({
    routeTree,
    history: createMemoryHistory(),
    isServer: false,
  })

  // One of the test before.
  toast('')
  // As the provider does that also draws the matches.
  onTestFinished(router.history.subscribe(() => void router.load()))
  await router.load()

  const page = renderHook(
    () => ({ hook: hook(), notice: NoticeBar(), question: ConfirmationDialog() }),
    // oxlint-disable-next-line react/no-children-prop -- its type asks for them there
    (children) => around(createElement(RouterContextProvider, { router, children })),
    true,
  )
  const notice = () => {
    const { children } = page.current.notice.props as { children: DrawnNotice } // what NoticeBar draws
    const [status, failure] = children

    return (failure || status.props.children || undefined)?.props
  }
  const question = () => page.current.question?.props as Question | undefined // what OpenConfirmation draws

  return {
    sandbox,
    router,
    notice,
    until,
    /** The same, while everything is read anew as when the console is notified of a change. */
    untilRead: (holds: () => unknown) =>
      until(async () => {
        await refresh()
        holds()
      }),
    get current() {
      return page.current.hook
    },
    again: page.again,
    after: (action: (result: Result) => unknown) => page.after(({ hook }) => action(hook)),
    says: (text: string) => until(() => expect(notice()?.text).toBe(text)),
    /** Waits for a question, and presses the button that confirms, or Cancel. */
    async answers(title: string, isSure: boolean) {
      await until(() => expect(question()?.title).toBe(title))
      await page.after(() => question()?.children[1].props.children[isSure ? 1 : 0]?.props.onClick())
    },
    asks: () => question()?.title,
    /** Presses the button of the notice. */
    press: () => page.after(() => notice()?.action?.run()),
  }
}
