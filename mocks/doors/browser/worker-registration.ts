import { reasonOf } from './reason.ts'
import { loadMswWorker } from '../../service/http/msw/load-msw.ts'
import type { startWorker, WorkerOptions } from './worker.ts'

/** Key in the session storage: set if the tab was reloaded because its worker did not control it. */
const reloadMark = 'entity-sandbox.reloaded'

/** The milliseconds that the browser and the worker may take together. */
const answerLimit = 8000
/** The milliseconds that loading modules may take: a dev server may have to prepare them first. */
const loadLimit = 30_000

/** The reason why this page can't use the sandbox's service worker; undefined when it can. */
async function findObstacle(workerUrl: URL): Promise<string | undefined> {
  const scope = new URL('.', workerUrl).href

  if (!window.isSecureContext) {
    return `${location.origin} is not a secure origin, so service workers are not available`
  }
  if (!hasServiceWorkers()) return 'this browser has no service workers for this page'
  if (!location.href.startsWith(scope)) return `the service worker ${workerUrl.href} can't see this page`

  const other = (await registrations()).find((each) => each.scope === scope && isOther(each, workerUrl))

  return other && `the application has its own service worker, ${other.active?.scriptURL ?? ''}`
}

/** Service workers need a secure origin (https, localhost), and are not available in sandboxed frames. */
function hasServiceWorkers(): boolean {
  return window.isSecureContext && globalThis.origin !== 'null' && 'serviceWorker' in navigator
}

/** Whether a worker is not the sandbox's, which is recognised by its file name, as its path may have changed. */
function isOther({ active }: ServiceWorkerRegistration, workerUrl: URL): boolean {
  return active !== null && fileOf(active.scriptURL) !== fileOf(workerUrl.href)
}

function fileOf(url: string): string {
  const { pathname } = new URL(url)

  return pathname.slice(pathname.lastIndexOf('/') + 1)
}

/**
 * A hard reload (Shift) leaves the page without its worker, for as long as the page lives. Reloads it once more,
 * softly, in that case.
 *
 * @returns `reloading` when the page is about to be reloaded, `lost` when reloading has not helped
 */
async function ensureControl(workerUrl: URL): Promise<'ready' | 'reloading' | 'lost'> {
  const isRegistered = (await registrationsOf(workerUrl)).some(({ active }) => active !== null)

  const storage = storageOfTab()

  if (!isRegistered || navigator.serviceWorker.controller) {
    storage?.removeItem(reloadMark)

    return 'ready'
  }
  // Without the mark, the page could be reloaded endlessly.
  if (!storage || storage.getItem(reloadMark) !== null) {
    storage?.removeItem(reloadMark)

    return 'lost'
  }

  storage.setItem(reloadMark, 'yes')
  location.reload()

  return 'reloading'
}

/** Undefined if the browser blocks it, as with blocked cookies: then even reading the variable throws. */
function storageOfTab(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Updates the worker of a page to the server's current script. Browsers check for a new script too, but only after the
 * page was loaded with the old worker.
 *
 * @throws when it can't be registered
 */
async function bringUpToDate(workerUrl: URL): Promise<void> {
  const { serviceWorker } = navigator

  if (serviceWorker.controller?.scriptURL !== workerUrl.href) return

  // If the last page with the worker was closed, it has to be registered again.
  const registration = await serviceWorker.register(workerUrl.href)

  await registration.update()

  const { installing } = registration

  if (!installing) return
  await new Promise<void>((resolve) => {
    installing.addEventListener('statechange', () => {
      if (installing.state === 'activated' || installing.state === 'redundant') resolve()
    })
  })
}

/** Unregisters a worker of an earlier page. */
export async function removeWorker(workerUrl: URL): Promise<void> {
  for (const registration of await registrationsOf(workerUrl)) await registration.unregister()
}

async function registrationsOf(workerUrl: URL): Promise<ServiceWorkerRegistration[]> {
  return (await registrations()).filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker?.scriptURL === workerUrl.href),
  )
}

/** Empty if the browser denies access, as to a page without storage. */
async function registrations(): Promise<readonly ServiceWorkerRegistration[]> {
  return hasServiceWorkers() ? navigator.serviceWorker.getRegistrations().catch(() => []) : []
}

/** Workers that did not answer in time. msw keeps its connection to a worker as long as the page lives. */
const silent = new Set<string>()

/**
 * Handles requests through the service worker. Resolves to the function that stops it, or to the reason why the page has
 * to handle requests itself: also after a time limit, since WebKit at times never loads a module of a reloaded page with
 * a worker, and its worker at times never answers one.
 */
export async function enterWorker(options: WorkerOptions): Promise<(() => void) | string> {
  const { href } = options.workerUrl
  const because = (reason: string) => `the service worker ${href} can't be used (${reason})`

  try {
    const modules = Promise.all([import('./worker.ts'), loadMswWorker()])
    const loaded = await Promise.race([modules, later(loadLimit)])

    if (!loaded) return because(`its modules have not loaded in ${loadLimit / 1000} seconds`)

    const [{ startWorker }] = loaded
    const entering = silent.has(href) ? undefined : enter(options, startWorker)
    const entered = await Promise.race([entering, later(answerLimit)])

    if (entered !== undefined) return entered
    silent.add(href)
    // If it starts or fails later, the page has been told already.
    void entering?.then(stopIfStarted, () => undefined)

    return because(`it has not answered in ${answerLimit / 1000} seconds`)
  } catch (error) {
    return because(reasonOf(error))
  }
}

/** Never resolves if the page is about to be reloaded. */
async function enter(options: WorkerOptions, start: typeof startWorker): Promise<(() => void) | string> {
  const { workerUrl } = options
  const obstacle = await findObstacle(workerUrl)

  if (obstacle !== undefined) return obstacle

  const control = await ensureControl(workerUrl)

  if (control === 'reloading') return new Promise(() => {})
  if (control === 'lost') return 'the browser keeps this page from its service worker'

  await bringUpToDate(workerUrl)

  return start(options)
}

/** Stops a worker that has started; there is nothing to stop for a reason why none has, or where none was wanted. */
export function stopIfStarted(stopOrReason: (() => void) | string | void): void {
  if (typeof stopOrReason === 'function') stopOrReason()
}

function later(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(() => resolve(undefined), milliseconds))
}
