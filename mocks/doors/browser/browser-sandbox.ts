import { SandboxClient } from '../../client/sandbox-client.ts'
import type { Collections } from '../../local/collections/collections.ts'
import { collectionsOf } from '../../local/collections/load.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import type { ClientTransport } from '../../client/transport.ts'
import { withHeaders } from '../../data/model/exchanges/exchange.ts'
import { toFetch } from '../../service/http/fetch-objects.ts'
import type { MswHandler, UserHandlers } from '../../service/http/msw/msw-handler.ts'
import type { HandleRequest } from './backend/shared-backend.ts'
import type { PageHandlers } from './page-handlers.ts'

/** How requests reach the sandbox: through a service worker, or inside the page. */
export const transports = ['page', 'worker'] as const
export type Transport = (typeof transports)[number]

/** What a running sandbox is made of. */
interface RunningPage {
  readonly baseUrl: string
  readonly handle: HandleRequest
  readonly handlers: PageHandlers
  /** The sandboxes, if they are in this page. */
  readonly sandboxes?: () => Sandboxes | undefined
  /** Stops intercepting requests. */
  readonly stop: () => void
}

/** The sandbox of a page. Once it is closed, requests go to the network again; stored data remains. */
export class BrowserSandbox extends SandboxClient {
  readonly #handlers: PageHandlers
  readonly #sandboxes: (() => Sandboxes | undefined) | undefined
  #collections: { readonly of: Sandbox; readonly loading: Promise<Collections> } | undefined

  private constructor(page: RunningPage, clientTransport: ClientTransport) {
    super(clientTransport)
    this.#handlers = page.handlers
    this.#sandboxes = page.sandboxes
  }

  /** @internal */
  static async of(page: RunningPage): Promise<BrowserSandbox> {
    const { baseUrl: url, handle, handlers } = page
    const request = { method: 'GET', baseUrl: url, path: '/__sandbox', search: '', body: undefined }
    const reply = await handle(withHeaders(request, []))
    const { sandbox, seed } = (await toFetch(reply).json()) as { sandbox: string; seed: number } // of that route

    return new BrowserSandbox(page, {
      id: sandbox,
      seed,
      url,
      fetch: (path, init) => fetch(path.startsWith('/') ? url + path : path, init),
      use: (added) => (added.length > 0 ? handlers.use(...added) : handlers.reset()),
      async close() {
        page.stop()
      },
    })
  }

  /** The transport in use; `page` if the worker was requested but is not available, or was replaced by another one. */
  get transport(): Transport {
    return this.#handlers.stopWorker ? 'worker' : 'page'
  }

  /**
   * The records as collections of `@msw/data`, which are loaded when they are first used.
   *
   * @throws {Error} when the records are not in this page
   */
  get collections(): Promise<Collections> {
    const sandbox = this.#sandboxes?.()?.find(this.id)

    if (!sandbox)
      throw new Error(
        'The records are not in this page: another tab leads, or a test has them. Use find() and change().',
      )
    if (this.#collections?.of !== sandbox)
      this.#collections = { of: sandbox, loading: collectionsOf(sandbox) }

    return this.#collections.loading
  }

  /** Replaces the handlers by the given ones, or by those it was started with. */
  resetHandlers(...next: MswHandler[]): void {
    this.#handlers.reset(...next)
  }

  /** @internal Replaces the handlers it was started with by edited ones. */
  replaceHandlers(edited: UserHandlers): void {
    this.#handlers.replace(edited)
  }
}
