import type { RequestHandler } from 'msw'
import type { BrowserSandbox, StartOptions } from '../../../mocks/browser/index.ts'

declare global {
  /** The test's options for the sandbox; without them nothing starts. */
  var sandboxOptions: StartOptions | undefined
  /** Whether the application has handlers of its own. */
  var hasHandlers: boolean | undefined
  /** The test's handlers in front of the service. */
  var overriding: RequestHandler[] | undefined
  var starting: Promise<BrowserSandbox> | undefined
  var startAgain: ((options: StartOptions) => Promise<BrowserSandbox>) | undefined
}

// Not every browser runs a script of a test before those of the page.
if (location.hash)
  globalThis.sandboxOptions = JSON.parse(decodeURIComponent(location.hash.slice(1))) as StartOptions

if (import.meta.env.MODE !== 'production' && globalThis.sandboxOptions) {
  const { startSandbox } = await import('../../../mocks/browser/index.ts')

  const own = globalThis.hasHandlers ? await import('./handlers.ts') : undefined

  globalThis.startAgain = startSandbox
  globalThis.overriding = own?.overriding
  globalThis.starting = startSandbox({
    workerUrl: `${import.meta.env.BASE_URL}mockServiceWorker.js`,
    handlers: own?.handlers,
    ...globalThis.sandboxOptions,
  })
}

// Sent before the sandbox can be ready.
const { status } = await fetch('/api/entities/1001')
const first = document.querySelector('#first')

if (first) first.textContent = String(status)
