import type { RequestHandler } from 'msw'
import type { BrowserSandbox, StartOptions } from '../../../mocks/doors/browser/index.ts'

declare global {
  /** The test's options for the sandbox; without them nothing starts. */
  var sandboxOptions: StartOptions | undefined
  /** Whether the application has handlers; `placed` for those among the handlers of the sandbox. */
  var hasHandlers: boolean | 'placed' | undefined
  /** The handlers that a test adds with `use()`. */
  var overriding: RequestHandler[] | undefined
  var starting: Promise<BrowserSandbox> | undefined
  var startAgain: ((options: StartOptions) => Promise<BrowserSandbox>) | undefined
}

// Not every browser can run a test's script before those of the page.
if (location.hash)
  globalThis.sandboxOptions = JSON.parse(decodeURIComponent(location.hash.slice(1))) as StartOptions

if (import.meta.env.MODE !== 'production' && globalThis.sandboxOptions) {
  const { startSandbox } = await import('../../../mocks/doors/browser/index.ts')

  const handlers =
    globalThis.hasHandlers === 'placed'
      ? await import('./placed-handlers.ts')
      : globalThis.hasHandlers
        ? await import('./handlers.ts')
        : undefined

  globalThis.startAgain = startSandbox
  globalThis.overriding = handlers?.overriding
  globalThis.starting = startSandbox({
    workerUrl: `${import.meta.env.BASE_URL}mockServiceWorker.js`,
    handlers: handlers?.handlers,
    ...globalThis.sandboxOptions,
  })
}

// Sent before the sandbox can be ready.
const { status } = await fetch('/api/entities/1001')
const first = document.querySelector('#first')

if (first) first.textContent = String(status)
