import { reasonOf } from './reason.ts'
import type { WorkerOptions } from './worker.ts'
import { bringUpToDate, ensureControl, findObstacle } from './worker-registration.ts'

/**
 * Handles requests through the service worker. Resolves to the function that stops it, or to the reason why the page has
 * to handle requests itself; never if the page is about to be reloaded.
 */
export async function enterWorker(options: WorkerOptions): Promise<(() => void) | string> {
  const { workerUrl } = options
  const obstacle = await findObstacle(workerUrl)

  if (obstacle !== undefined) return obstacle

  const control = await ensureControl(workerUrl)

  if (control === 'reloading') return new Promise(() => {})
  if (control === 'lost') return 'the browser keeps this page from its service worker'

  const { startWorker } = await import('./worker.ts')

  try {
    await bringUpToDate(workerUrl)

    return await startWorker(options)
  } catch (error) {
    return `the service worker ${workerUrl.href} can't be used (${reasonOf(error)})`
  }
}
