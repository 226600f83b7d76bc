import type { UserHandlers } from '../../service/http/msw/msw-handler.ts'
import { checkOptionNames, type SandboxOptions } from '../../local/config.ts'
import type { Backend, HandleRequest } from './backend/shared-backend.ts'
import { BrowserSandbox, type Transport } from './browser-sandbox.ts'
import { interceptPage, canTransferStreams } from './page/intercept-page.ts'
import { PageHandlers, type UnhandledRequestStrategy } from './page-handlers.ts'
import { ServiceAddress } from './service-address.ts'
import { sandboxOfTest } from './sandbox-of-test.ts'
import { removeWorker, enterWorker, stopIfStarted } from './worker-registration.ts'
import { openBackend } from './backend/backend.ts'

export interface StartOptions extends SandboxOptions {
  /**
   * `page` (the default) handles `fetch`, `XMLHttpRequest` and `EventSource` inside the page: by far the fastest, without
   * a file to serve. `worker` handles requests in a service worker, which also sees those for images, style sheets and
   * everything else.
   */
  readonly transport?: Transport | undefined
  /** Base URL of the service, as the application calls it. Default: the origin of the page. */
  readonly baseUrl?: string | undefined
  /** Address of msw's worker script. Default `/mockServiceWorker.js`. */
  readonly workerUrl?: string | undefined
  /**
   * Whether the data is stored in the browser (IndexedDB) and shared by all tabs. Default yes; otherwise each page has
   * its own data, which is discarded with it.
   */
  readonly persist?: boolean | undefined
  /** Whether not to log in the browser's console which requests are handled, and how. Default no. */
  readonly quiet?: boolean | undefined
  /**
   * Ordinary msw handlers for requests to any address, which run before the service, or where a function places them among
   * the handlers of the sandbox. They get requests of `EventSource` only if these are for the service.
   */
  readonly handlers?: UserHandlers | undefined
  /** How to treat requests that neither the service nor a handler responds to, as in msw. Default `bypass`. */
  readonly onUnhandledRequest?: UnhandledRequestStrategy | undefined
}

/**
 * Name of the global variable with the running sandbox, so that starting again (as after a hot update) replaces it. Also
 * a text that shows whether a build contains the sandbox.
 */
const runningKey = 'entitySandboxInThisTab'

declare global {
  var entitySandboxInThisTab: BrowserSandbox | Promise<BrowserSandbox> | undefined
}

/**
 * Starts the sandbox in this tab. Requests sent from now on wait until it is ready.
 *
 * @example
 * if (import.meta.env.DEV) {
 *   const { startSandbox } = await import('entity-sandbox/browser')
 *   await startSandbox()
 * }
 *
 * @throws {InvalidRequest} when the given definitions or data are invalid
 */
export async function startSandbox(options: StartOptions = {}): Promise<BrowserSandbox> {
  checkOptionNames(options, pageOptionNames)

  return startWithBackend(options, () => openBackend(options, options.persist ?? true))
}

const pageOptionNames = [
  'transport',
  'baseUrl',
  'workerUrl',
  'persist',
  'quiet',
  'handlers',
  'onUnhandledRequest',
] as const satisfies readonly Exclude<keyof StartOptions, keyof SandboxOptions>[]

/** The options that do not concern the backend. */
type PageOptions = Pick<StartOptions, Exclude<(typeof pageOptionNames)[number], 'persist'>>

/**
 * Starts a sandbox in this tab, and closes the one that is running or being started. In a page of a Playwright test with
 * a sandbox of its own, that one is used instead.
 */
export async function startWithBackend(
  options: PageOptions,
  open: () => Promise<Backend>,
): Promise<BrowserSandbox> {
  const previous = globalThis[runningKey]
  const ofTest = globalThis.entitySandboxOfTest
  const closing =
    previous instanceof Promise
      ? previous.then(
          (sandbox) => sandbox.close(),
          () => {}, // its caller gets the error
        )
      : previous?.close()
  const starting =
    ofTest === undefined
      ? start(options, () => Promise.resolve(closing).then(open))
      : Promise.resolve(closing).then(() => sandboxOfTest(ofTest, options))

  globalThis[runningKey] = starting

  const sandbox = await starting

  if (globalThis[runningKey] === starting) globalThis[runningKey] = sandbox

  return sandbox
}

async function start(options: PageOptions, open: () => Promise<Backend>): Promise<BrowserSandbox> {
  const address = new ServiceAddress(options.baseUrl ?? location.origin)
  const workerUrl = new URL(options.workerUrl ?? '/mockServiceWorker.js', document.baseURI)
  let backend: Backend | undefined
  const handle: HandleRequest = (...call) =>
    backend?.handle(...call) ?? opening.then((opened) => opened.handle(...call))
  const handlers = new PageHandlers(address, handle, options.handlers, options.onUnhandledRequest)
  const opening = open()
  const stopIntercepting = interceptPage(handlers)
  let isWorkerLost = false
  const whenLost = () => {
    isWorkerLost = true
    handlers.stopWorker = undefined
    report('inside this page: another service worker has taken over')
  }
  const report = (how: string) => {
    if (!options.quiet) console.info(`[entity-sandbox] ${address.baseUrl}/api is handled ${how}.`)
  }

  const entering =
    options.transport === 'worker' ? enterWorker({ handlers, workerUrl, whenLost }) : removeWorker(workerUrl)

  try {
    const [opened, stopWorkerOrReason] = await Promise.all([opening, entering])

    backend = opened
    if (typeof stopWorkerOrReason !== 'function') {
      report(`inside this page${stopWorkerOrReason ? `: ${stopWorkerOrReason}` : ''}`)
    } else if (!isWorkerLost) {
      handlers.stopWorker = stopWorkerOrReason
      report(
        `by a service worker${canTransferStreams() ? '' : '; streams of events inside this page, because this browser passes none to workers'}`,
      )
    }

    const sandbox: BrowserSandbox = await BrowserSandbox.of({
      baseUrl: address.baseUrl,
      handle,
      handlers,
      sandboxes: () => opened.sandboxes,
      stop() {
        if (globalThis[runningKey] === sandbox) globalThis[runningKey] = undefined
        stopIntercepting()
        handlers.stopWorker?.()
        opened.close()
      },
    })

    return sandbox
  } catch (error) {
    stopIntercepting()
    // What has not failed may still be in progress.
    void Promise.allSettled([opening.then((opened) => opened.close()), entering.then(stopIfStarted)])
    throw error
  }
}
