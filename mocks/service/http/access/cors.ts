import type { ServiceRequest } from '../service-request.ts'
import { json, type Reply } from '../replies/reply.ts'

/** Headers that cross-origin pages may read; besides them, those of the reply. */
const exposed =
  'Content-Length, ETag, Location, X-Global-Identifier, Allow, Deprecation, Link, Retry-After, WWW-Authenticate, X-Sandbox-Expired, X-Sandbox-Warning'
const exposedNames = new Set(exposed.split(', '))

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const defaultHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, X-ApiVersion, X-Auth-Token, X-GQL-Token, X-Sandbox'

/** How long browsers may cache a preflight response, in seconds. */
const preflightAge = '7200'

export function isPreflight(request: ServiceRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
}

/** Allows a page that may read the response to send any request, with credentials; otherwise 403. */
export function preflight(request: ServiceRequest, mayReadResponse: boolean): Reply {
  if (!mayReadResponse) {
    return json(
      { Message: `Pages from ${request.header('origin') ?? 'other origins'} can't send this request.` },
      403,
    )
  }

  return {
    status: 204,
    headers: {
      ...allowOrigin(request.header('origin') ?? '*'),
      Vary: 'Origin',
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': request.header('access-control-request-headers') ?? defaultHeaders,
      'Access-Control-Max-Age': preflightAge,
    },
    body: null,
  }
}

/** Adds the headers that allow the page of a request to read the response with all its headers. */
export function withCorsHeaders(request: ServiceRequest, reply: Reply): Reply {
  const origin = request.header('origin')

  if (origin === undefined) return reply
  const others = Object.keys(reply.headers).filter((name) => !exposedNames.has(name))

  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...allowOrigin(origin),
      Vary: [reply.headers.Vary, 'Origin'].filter(Boolean).join(', '),
      'Access-Control-Expose-Headers': [exposed, ...others].join(', '),
    },
  }
}

function allowOrigin(origin: string): Record<string, string> {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Allow-Credentials': 'true' }
}
