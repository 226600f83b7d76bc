import type { Answer } from './answer.ts'
import type { PageHandlers } from './page-handlers.ts'
import type { ServiceAddress } from './service-address.ts'
import { ensureControl, hasServiceWorkers } from './worker-registration.ts'

/**
 * Answers through the service worker. Resolves to the function that ends it, or to undefined where the page has to
 * answer by itself, having said why; never where the page is about to be reloaded.
 */
export async function enterWorker(
  address: ServiceAddress,
  answer: Answer,
  handlers: PageHandlers,
  workerUrl: URL,
): Promise<(() => void) | undefined> {
  if (!hasServiceWorkers()) {
    return say(`${location.origin} is no secure origin, so this browser has no service workers for it`)
  }

  const control = await ensureControl(workerUrl)

  if (control === 'reloading') return new Promise(() => {})
  if (control === 'lost') return say('the browser keeps this page from its service worker')

  const { startWorker } = await import('./worker.ts')

  try {
    return await startWorker(address, answer, handlers, workerUrl)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)

    return say(`the service worker ${workerUrl.href} can't be used (${reason.trim().replace(/\.$/, '')})`)
  }
}

function say(reason: string): undefined {
  console.info(`[entity-sandbox] Answering inside the page: ${reason}.`)
}
