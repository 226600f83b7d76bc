/** Marks, for one tab, that it was reloaded because its worker did not control it. */
const reloadMark = 'entity-sandbox.reloaded'

/** Why this page can't have a service worker of ours; undefined when it can. */
export async function findObstacle(workerUrl: URL): Promise<string | undefined> {
  const scope = new URL('.', workerUrl).href

  if (!window.isSecureContext) {
    return `${location.origin} is not a secure origin, so service workers are not available`
  }
  if (!hasServiceWorkers()) return 'this browser has no service workers for this page'
  if (!location.href.startsWith(scope)) return `the service worker ${workerUrl.href} can't see this page`

  const other = (await registrations()).find((each) => each.scope === scope && isOther(each, workerUrl))

  return other && `the application has its own service worker, ${other.active?.scriptURL ?? ''}`
}

/** Only secure origins (https, localhost) have them, and no frame that is cut off from its origin. */
function hasServiceWorkers(): boolean {
  return window.isSecureContext && globalThis.origin !== 'null' && 'serviceWorker' in navigator
}

/** Whether a worker is not ours. One of the same name elsewhere is: it was served from there before. */
function isOther({ active }: ServiceWorkerRegistration, workerUrl: URL): boolean {
  return active !== null && fileOf(active.scriptURL) !== fileOf(workerUrl.href)
}

function fileOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1).replace(/\?[^]*/, '')
}

/**
 * A hard reload (Shift) leaves the page without its worker, for as long as the page lives. Reloads it once more,
 * softly, in that case.
 *
 * @returns `reloading` when the page is about to go, `lost` when reloading has not helped
 */
export async function ensureControl(workerUrl: URL): Promise<'ready' | 'reloading' | 'lost'> {
  const isRegistered = (await registrationsOf(workerUrl)).some(({ active }) => active !== null)

  const storage = storageOfTab()

  if (!isRegistered || navigator.serviceWorker.controller) {
    storage?.removeItem(reloadMark)

    return 'ready'
  }
  // Without a mark, it could reload the page for ever.
  if (!storage || storage.getItem(reloadMark) !== null) {
    storage?.removeItem(reloadMark)

    return 'lost'
  }

  storage.setItem(reloadMark, 'yes')
  location.reload()

  return 'reloading'
}

/** Undefined where the browser blocks it, as it does with blocked cookies: then even naming it throws. */
function storageOfTab(): Storage | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}

/**
 * Sees to it that a page which has the worker already has it as the server has it now. Browsers do look for a new
 * script automatically, but only when the page with the old worker is there already.
 *
 * @throws when it can't be registered
 */
export async function bringUpToDate(workerUrl: URL): Promise<void> {
  const { serviceWorker } = navigator

  if (serviceWorker.controller?.scriptURL !== workerUrl.href) return

  // Of a page that was the last one with the worker, the next one has to register it again.
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

/** Removes a worker that an earlier page registered here and that nothing needs any more. */
export async function removeWorker(workerUrl: URL): Promise<void> {
  for (const registration of await registrationsOf(workerUrl)) await registration.unregister()
}

async function registrationsOf(workerUrl: URL): Promise<ServiceWorkerRegistration[]> {
  return (await registrations()).filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker?.scriptURL === workerUrl.href),
  )
}

/** Empty where the browser denies them to this page, as to one without storage. */
async function registrations(): Promise<readonly ServiceWorkerRegistration[]> {
  return hasServiceWorkers() ? navigator.serviceWorker.getRegistrations().catch(() => []) : []
}
