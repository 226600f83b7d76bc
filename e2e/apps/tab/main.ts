import type { StartOptions } from '../../../mocks/browser/start-sandbox.ts'

declare global {
  /** What a test wants the application to start the sandbox with; nothing starts without it. */
  var sandboxOptions: StartOptions | undefined
  var starting: Promise<unknown> | undefined
  var startAgain: ((options: StartOptions) => Promise<unknown>) | undefined
}

if (import.meta.env.MODE !== 'production' && globalThis.sandboxOptions) {
  const { startSandbox } = await import('../../../mocks/browser/index.ts')

  globalThis.startAgain = startSandbox
  globalThis.starting = startSandbox({
    workerUrl: `${import.meta.env.BASE_URL}mockServiceWorker.js`,
    ...globalThis.sandboxOptions,
  })
}

// Sent before the sandbox can be ready.
const { status } = await fetch('/api/entities/1001')
const first = document.querySelector('#first')

if (first) first.textContent = String(status)
