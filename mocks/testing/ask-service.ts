import type { ObservedResponse } from '../service/control/contract/contract-check.ts'
import { bodyBytes, isStream, type Reply } from '../service/http/replies/reply.ts'
import type { AccessPolicy } from '../service/http/access/access-policy.ts'
import type { ServiceRequest } from '../service/http/service-request.ts'
import type { Service } from '../service/http/service.ts'
import { isBytes } from '../data/model/shared/bytes.ts'
import { origin } from './send-over-socket.ts'

interface Parts {
  readonly search?: string
  /** Besides those of an administrator who sends JSON. */
  readonly headers?: Readonly<Record<string, string>>
  /** The body as a value, or as bytes. */
  readonly json?: unknown
}

/** A request in the form in which doors pass it to the service. */
export function serviceRequest(
  method: string,
  path: string,
  { search = '', headers = {}, json }: Parts = {},
): ServiceRequest {
  const asAdmin = { 'x-auth-token': 'sandbox-admin', 'content-type': 'application/json' }
  const fields = new Map(Object.entries({ ...asAdmin, ...headers }))
  const text = isBytes(json) ? undefined : JSON.stringify(json)

  return {
    method,
    baseUrl: origin,
    path,
    search,
    header: (name) => fields.get(name),
    headers: () => fields,
    body: isBytes(json) ? json : text === undefined ? undefined : new TextEncoder().encode(text),
  }
}

/** The response of a service to a request, without a door. */
export async function responseOf(
  service: Service,
  request: ServiceRequest,
  policy?: AccessPolicy,
): Promise<ObservedResponse> {
  const reply = await service.handle(request, policy)
  const names = Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value] as const)

  return { status: reply.status, headers: Object.fromEntries(names), body: await textOf(reply) }
}

/** The body of a reply as text. */
export async function textOf({ headers, body }: Reply): Promise<string> {
  let text = ''

  for await (const part of isStream(body) ? body : [bodyBytes(body)]) {
    // A stream of events is endless.
    if (headers['Content-Type']?.startsWith('text/event-stream')) break
    text += typeof part === 'string' ? part : new TextDecoder().decode(part)
  }

  return text
}
