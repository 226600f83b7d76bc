import type { ServiceRequest } from '../request.ts'
import { json, type Reply } from '../replies/reply.ts'

/** Response headers of this interface that a browser application may read. */
const exposed =
  'Content-Length, ETag, Location, X-Global-Identifier, Allow, Deprecation, Link, Retry-After, WWW-Authenticate, X-Sandbox-Expired, X-Sandbox-Warning'

const methods = 'GET, HEAD, POST, PUT, PATCH, DELETE'
const defaultHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, X-ApiVersion, X-Auth-Token, X-Sandbox'

/** How long a browser may keep the response to a preflight, in seconds. */
const preflightAge = '7200'

/** Whether the request is a browser asking if it may send another one. */
export function isPreflight(request: ServiceRequest): boolean {
  return request.method === 'OPTIONS' && request.header('access-control-request-method') !== undefined
}

/** Lets a browser application on another origin send any request of this interface, with credentials. */
export function preflight(request: ServiceRequest, isShared: boolean): Reply {
  if (!isShared) {
    return json({ Message: `Pages of ${request.header('origin') ?? ''} may not send this request.` }, 403)
  }

  return {
    status: 204,
    headers: {
      ...allowOrigin(request.header('origin') ?? '*'),
      'Access-Control-Allow-Methods': methods,
      'Access-Control-Allow-Headers': request.header('access-control-request-headers') ?? defaultHeaders,
      'Access-Control-Max-Age': preflightAge,
    },
    body: null,
  }
}

/** Lets a browser application on another origin read the reply. */
export function shareWithOrigin(request: ServiceRequest, reply: Reply): Reply {
  const origin = request.header('origin')

  if (origin === undefined) return reply
  const { Vary, ...allowed } = allowOrigin(origin)

  return {
    ...reply,
    headers: {
      ...reply.headers,
      ...allowed,
      Vary: [reply.headers.Vary, Vary].filter(Boolean).join(', '),
      'Access-Control-Expose-Headers': exposed,
    },
  }
}

function allowOrigin(origin: string): Record<string, string> {
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: 'Origin',
  }
}
