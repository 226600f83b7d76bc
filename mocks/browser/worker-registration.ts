/** Marks, for one tab, that it was reloaded because its worker did not control it. */
const reloadMark = 'entity-sandbox.reloaded'

/** Whether the browser has service workers for this page: only secure origins (https, localhost) do. */
export function hasServiceWorkers(): boolean {
  return window.isSecureContext && 'serviceWorker' in navigator
}

/**
 * A hard reload (Shift) leaves the page without its worker, for as long as the page lives. Reloads it once more,
 * softly, in that case.
 *
 * @returns `reloading` when the page is about to go, `lost` when reloading has not helped
 */
export async function ensureControl(workerUrl: URL): Promise<'ready' | 'reloading' | 'lost'> {
  const isRegistered = (await registrationsOf(workerUrl)).some(({ active }) => active !== null)

  if (!isRegistered || navigator.serviceWorker.controller) {
    sessionStorage.removeItem(reloadMark)

    return 'ready'
  }
  if (sessionStorage.getItem(reloadMark) !== null) {
    sessionStorage.removeItem(reloadMark)

    return 'lost'
  }

  sessionStorage.setItem(reloadMark, 'yes')
  location.reload()

  return 'reloading'
}

/** Removes a worker that an earlier page registered here and that nothing needs any more. */
export async function removeWorker(workerUrl: URL): Promise<void> {
  if (!hasServiceWorkers()) return

  for (const registration of await registrationsOf(workerUrl)) await registration.unregister()
}

async function registrationsOf(workerUrl: URL): Promise<ServiceWorkerRegistration[]> {
  const registrations = await navigator.serviceWorker.getRegistrations()

  return registrations.filter(({ active, waiting, installing }) =>
    [active, waiting, installing].some((worker) => worker?.scriptURL === workerUrl.href),
  )
}
