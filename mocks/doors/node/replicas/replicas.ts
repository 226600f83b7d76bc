import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, pathWithin } from '../../../service/http/access/address.ts'
import type { Reply } from '../../../service/http/replies/reply.ts'
import { isRead, type ServiceRequest } from '../../../service/http/service-request.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { defaultSandboxId } from '../../../sandbox/sandbox-id.ts'
import type { Lease } from './leases.ts'
import { OwnershipLost, type Observe } from './sharing.ts'
import { sendContinue, misdirected, forwardedHeader, forward } from './forward.ts'
import type { SharedSandboxes } from './shared-sandboxes.ts'

/** How long to wait for a takeover beyond the time of the lease before a request is rejected, in milliseconds. */
const takeoverTimeout = 2000

/** Maximum number of concurrent requests and streams of one sandbox, so that others are served too. */
const maxInProgress = 400

export interface OwnedRequest {
  /** The request to handle. */
  readonly request: ServiceRequest
  /** Returns the reply. @throws {OwnershipLost} when the sandbox was lost while it was made */
  readonly confirm: (reply: Reply) => Reply | Promise<Reply>
}

/** Has each request handled by the replica that owns its sandbox. */
export class Replicas {
  readonly #shared: SharedSandboxes
  readonly #observe: Observe
  readonly #timeout: number

  constructor(shared: SharedSandboxes, leaseTime: number, observe: Observe) {
    this.#shared = shared
    this.#observe = observe
    this.#timeout = leaseTime + takeoverTimeout
  }

  /**
   * Returns the request if this replica owns its sandbox, or undefined once another one has responded.
   *
   * @param createsNothing whether the request may create nothing, not even a lease
   * @param ending aborted when streams have to end
   *
   * @throws {ApiError} when no replica can respond now
   */
  async ownOrForward(
    incoming: ServiceRequest,
    message: IncomingMessage,
    response: ServerResponse,
    createsNothing: boolean,
    ending?: AbortSignal,
  ): Promise<OwnedRequest | undefined> {
    const request = await this.#withSandbox(incoming)
    const id = addressOf(request).sandboxId ?? defaultSandboxId
    const end = performance.now() + this.#timeout

    if (createsNothing && !(await this.#shared.has(id))) {
      sendContinue(message, response)

      return { request, confirm: (reply) => reply }
    }

    for (;;) {
      const owner = await this.#shared.ownerOrTakeOver(id)

      if ('lease' in owner) {
        const ownedRequest = this.#owned(request, owner.lease, response)

        sendContinue(message, response)

        return ownedRequest
      }
      if (incoming.header(forwardedHeader) !== undefined) {
        // The replica that forwarded the request has to determine the owner again.
        throw new ApiError(misdirected, 'Another server owns this sandbox.')
      }

      const outcome = await forward(owner.url, message, response, {
        hasFailed: async () => {
          const current = await this.#shared.ownerOrTakeOver(id)

          return 'lease' in current || current.url !== owner.url
        },
        ending,
      })

      if (outcome === 'done') {
        this.#observe({ event: 'forwarded', sandbox: id, to: owner.url })

        return undefined
      }
      if (outcome === 'failed' && !isRead(request)) {
        throw new ApiError(
          504,
          'The replica that owns this sandbox did not respond. Check whether the request took effect before you retry.',
        )
      }
      if (performance.now() > end) throw new OwnershipLost()
      await wait(100)
    }
  }

  #owned(request: ServiceRequest, lease: Lease, response: ServerResponse): OwnedRequest {
    const { writes } = lease

    if (lease.inProgress >= maxInProgress) {
      throw new ApiError(
        503,
        `${maxInProgress} requests and streams of this sandbox are in progress. Try again.`,
        { 'Retry-After': '1' },
      )
    }

    // Until the response is sent, so that a new sandbox ends with it if the request is refused before it is handled.
    const { release } = this.#shared.sandboxes.acquire(lease.name)
    const end = () => {
      lease.inProgress -= 1
      release()
    }

    lease.inProgress += 1
    // The client may have disconnected while the owner was determined.
    if (response.destroyed) end()
    else response.once('close', end)

    return {
      request,
      confirm: (reply) => {
        // A stored write proves that the lease was valid. Server errors are returned as they are.
        if (lease.isSure || lease.writes > writes || reply.status >= 500) return reply

        return this.#shared.confirm(lease).then((isOwn) => {
          if (isOwn) return reply
          this.#observe({ event: 'rejected', sandbox: lease.name })
          throw new OwnershipLost()
        })
      },
    }
  }

  /** A control request with the id of an existing sandbox in its path is sent to the owner of that sandbox. */
  async #withSandbox(request: ServiceRequest): Promise<ServiceRequest> {
    const path = pathWithin(request.path)
    const [, name] = /^\/__sandbox\/sandboxes\/([\w-]{1,64})(?:\/|$)/i.exec(path) ?? []

    if (name === undefined || !(await this.#shared.has(name))) return request

    return { ...request, path, header: (each) => (each === 'x-sandbox' ? name : request.header(each)) }
  }
}
