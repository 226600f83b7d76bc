import {
  tryHandlers,
  type HandlerResult,
  type MswHandler,
  type AddedHandlers,
} from '../service/http/msw/msw-handler.ts'
import { createService } from './create-service.ts'
import type { ServiceRequest } from '../service/http/service-request.ts'
import { setGraphqlOperation } from '../service/http/graphql/describe-operation.ts'
import { fromFetch, toFetchOrFail, whenAborted } from '../service/http/fetch-objects.ts'
import type { Service } from '../service/http/service.ts'
import { Exchange } from '../data/model/exchanges/exchange.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { ClientTransport } from '../client/transport.ts'

/** A sandbox in this process, with the handlers in front of it that `use()` adds. */
export class LocalConnection implements ClientTransport, AddedHandlers {
  readonly url: string
  readonly sandbox: Sandbox
  readonly service: Service
  #handlers: readonly MswHandler[] = []

  /** @param url base URL of the service's links */
  constructor(sandbox: Sandbox, url: string) {
    this.url = url
    this.sandbox = sandbox
    this.service = createService(sandbox)
    this.service.addedHandlers = this
  }

  get id(): string {
    return this.sandbox.id
  }

  get seed(): number {
    return this.sandbox.control.seed
  }

  use(handlers: readonly MswHandler[]): void {
    this.#handlers = handlers.length === 0 ? [] : [...handlers, ...this.#handlers]
  }

  get isIdle(): boolean {
    return this.#handlers.length === 0
  }

  /** Sends a request as the application would, without a network. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const request = new Request(new URL(path, this.url), init)
    const incoming = await fromFetch(request)
    const result =
      (await this.handle(incoming)) ??
      (await this.service.handle(incoming, undefined, whenAborted(request.signal)))

    if (result === 'passthrough') {
      throw new TypeError(`Failed to fetch ${path}: a handler passes it through, but there is no network.`)
    }

    const response = await toFetchOrFail(result, request.signal)

    if (response.type === 'error') throw new TypeError('Failed to fetch')

    return response
  }

  /** Does nothing: servers of the sandbox keep running. */
  async close(): Promise<void> {}

  async handle(request: ServiceRequest): Promise<HandlerResult | undefined> {
    if (this.isIdle) return undefined

    const exchange = new Exchange(request, request.path, this.sandbox)
    const result = await tryHandlers(this.#handlers, request)

    if (result === undefined || result === 'passthrough' || !exchange.isOfApplication) return result

    await setGraphqlOperation(exchange, this.sandbox)
    exchange.route = 'user-handler'
    exchange.completeWith(result)
    this.sandbox.journal.add(exchange)

    return result
  }
}
