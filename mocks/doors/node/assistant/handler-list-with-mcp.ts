import { ApiError } from '../../../data/model/shared/errors.ts'
import { trustedPolicy, type AccessPolicy } from '../../../service/http/access/access-policy.ts'
import { addressOf, pathPrefix, pathWithin } from '../../../service/http/access/address.ts'
import { defaultBodyLimit } from '../../../service/http/declare-route.ts'
import { finishReply } from '../../../service/http/finish-reply.ts'
import type { OnClose } from '../../../service/http/inject-faults.ts'
import { HandlerList } from '../../../service/http/msw/handler-list.ts'
import type { MswHandler } from '../../../service/http/msw/msw-handler.ts'
import type { Reply } from '../../../service/http/replies/reply.ts'
import type { ServiceRequest } from '../../../service/http/service-request.ts'
import { connectTo } from '../commands/connect-to.ts'
import { sendToOwn } from '../send-request.ts'
import type { SandboxServer } from '../server-types.ts'

const endpoint = '/__sandbox/mcp'

/** How a server reaches itself. */
type OwnServer = () => Pick<SandboxServer, 'url' | 'controlToken'>

/** Handlers, before which the endpoint of assistants answers: beside the controls, for the same callers. */
export class HandlerListWithMcp extends HandlerList {
  readonly #own: OwnServer

  constructor(handlers: readonly MswHandler[], own: OwnServer) {
    super(handlers)
    this.#own = own
  }

  override bodyLimit(request: ServiceRequest, policy: AccessPolicy): number {
    return isForAssistant(request, policy) ? defaultBodyLimit : super.bodyLimit(request, policy)
  }

  override handle(
    request: ServiceRequest,
    policy = trustedPolicy,
    onClose?: OnClose,
  ): Reply | Promise<Reply> {
    return isForAssistant(request, policy)
      ? this.#answer(request, policy, onClose)
      : super.handle(request, policy, onClose)
  }

  async #answer(request: ServiceRequest, policy: AccessPolicy, onClose?: OnClose): Promise<Reply> {
    const { baseUrl } = request
    const closing = new AbortController()

    if (request.method !== 'POST' || !URL.canParse(baseUrl))
      throw new ApiError(request.method === 'POST' ? 400 : 405, 'Assistants send POST to a valid address.')
    onClose?.(() => closing.abort())

    const { sandboxId } = addressOf(request)
    const at = sandboxId === undefined ? baseUrl : `${baseUrl}/s/${encodeURIComponent(sandboxId)}`
    // Loaded only when needed: it imports the SDK of the protocol.
    const { answerAssistant } = await import('./assistant.ts')
    const reply = await answerAssistant(request, at, (named) =>
      connectTo({ ...named, at, controlToken: this.#own().controlToken }, (url, init) =>
        this.#send(request, new URL(url), { ...init, signal: closing.signal }),
      ),
    )

    return finishReply(request, reply, policy.mayReadResponse(request, true))
  }

  /**
   * Sends a request to the server itself, where it gets to the replica that owns its sandbox. The links of the response have
   * the address that the client uses.
   */
  #send(client: ServiceRequest, url: URL, init: RequestInit): Promise<Response> {
    const sent = new Headers(init.headers)

    for (const [name, value] of client.headers()) if (name.startsWith('x-forwarded-')) sent.set(name, value)
    url.pathname = url.pathname.slice(pathPrefix(new URL(client.baseUrl).pathname).length)

    return sendToOwn(url, { ...init, headers: sent }, new URL(this.#own().url))
  }
}

/** Whether a request is an assistant's, which needs the access to the controls. */
function isForAssistant(request: ServiceRequest, policy: AccessPolicy): boolean {
  const { method, path } = request

  if (!path.endsWith(endpoint) || pathWithin(path) !== endpoint || method === 'OPTIONS') return false
  policy.checkControl(request)

  return true
}
