import type { ServiceRequest } from '../../../service/http/request.ts'
import type { Reply } from '../../../service/http/replies/reply.ts'

/** A request that can be sent to another tab. */
export interface PackedRequest extends Omit<ServiceRequest, 'header' | 'headers'> {
  readonly headers: readonly (readonly [name: string, value: string])[]
}

/** A reply that can be sent to another tab; the chunks of a stream follow it. */
export interface PackedReply extends Omit<Reply, 'body'> {
  readonly body: Uint8Array | null
  readonly isStream: boolean
}

/** Headers that browsers add, which a request of the page does not list. */
const hidden = ['origin', 'cookie']

export function packRequest(request: ServiceRequest): PackedRequest {
  const { method, baseUrl, path, search, body } = request
  const added = hidden.flatMap((name) => {
    const value = request.header(name)

    return value === undefined ? [] : [[name, value] as const]
  })

  return { method, baseUrl, path, search, body, headers: [...request.headers(), ...added] }
}

export function unpackRequest({ headers, ...request }: PackedRequest): ServiceRequest {
  const values = new Map(headers)

  return { ...request, header: (name) => values.get(name), headers: () => headers }
}
