import { z } from 'zod'
import { signInPath } from '../../http/access/address.ts'
import { optional, ErrorBody, reply, type ReplyDeclaration, type Route } from '../../http/declare-route.ts'

/** The validation errors by member: the key is a dotted path in the body, or the name of a parameter. */
const Failures = z.record(z.string(), z.string()).meta({ id: 'Failures' })

/** A reply that is derived from the declaration of a route, or is common to all routes. */
interface DerivedReply {
  readonly status: number
  readonly name: string
  readonly reply: ReplyDeclaration
  readonly appliesTo: (route: Route) => boolean
}

export const derivedReplies: readonly DerivedReply[] = [
  {
    status: 304,
    name: 'NotModified',
    reply: reply('The caller has the current version (`If-None-Match`).', undefined, {
      ETag: 'The version.',
    }),
    appliesTo: takesGet,
  },
  {
    status: 400,
    name: 'Invalid',
    reply: reply('The request is invalid. The body names each invalid member or parameter.', Failures),
    appliesTo: () => true,
  },
  {
    status: 401,
    name: 'Unauthorized',
    reply: reply('Authentication is missing or invalid.', ErrorBody, {
      'WWW-Authenticate': optional('The authentication scheme to use.'),
    }),
    appliesTo: (route) => route.access !== 'open' || isControl(route),
  },
  {
    status: 403,
    name: 'Forbidden',
    reply: reply(
      'The user does not have permission, or the request comes from an origin or a host that is not allowed.',
      ErrorBody,
    ),
    appliesTo: (route) =>
      !takesGet(route) || route.access !== 'open' || isControl(route) || signInPath.test(route.path),
  },
  {
    status: 404,
    name: 'NotFound',
    reply: reply('The resource was not found.', ErrorBody),
    appliesTo: ({ path }) => path.includes(':'),
  },
  {
    status: 409,
    name: 'Conflict',
    reply: reply('The request conflicts with the current state of the resource.', ErrorBody),
    appliesTo: (route) => !takesGet(route),
  },
  {
    status: 412,
    name: 'PreconditionFailed',
    reply: reply('The resource is not the version of `If-Match`, or one of `If-None-Match`.', ErrorBody),
    appliesTo: (route) => takesPreconditions(route),
  },
  {
    status: 413,
    name: 'TooLarge',
    reply: reply('The body is too large.', ErrorBody),
    appliesTo: (route) => !takesGet(route),
  },
  {
    status: 415,
    name: 'UnsupportedMediaType',
    reply: reply('The content type or content encoding of the body is not supported.', ErrorBody, {
      'Accept-Encoding': optional('The supported content encodings.'),
    }),
    appliesTo: (route) => !takesGet(route),
  },
  {
    status: 429,
    name: 'TooManyRequests',
    reply: reply('The user has exceeded the rate limit.', ErrorBody, {
      'Retry-After': 'When to try again, in seconds.',
    }),
    appliesTo: ({ path }) => path.startsWith('/api'),
  },
  {
    status: 500,
    name: 'Failed',
    reply: reply('The sandbox failed to process the request.', ErrorBody),
    appliesTo: () => true,
  },
  {
    status: 503,
    name: 'Unavailable',
    reply: reply('There are too many sandboxes or streams, or another server owns the sandbox.', ErrorBody, {
      'Retry-After': 'When to try again, in seconds.',
    }),
    appliesTo: () => true,
  },
  {
    status: 507,
    name: 'Full',
    reply: reply('There is no more room in memory or in the store. Nothing was changed.', ErrorBody),
    appliesTo: (route) => !takesGet(route),
  },
]

export function takesGet({ methods }: Route): boolean {
  return methods.includes('GET')
}

export function isControl({ source }: Route): boolean {
  return source.kind === 'own'
}

export function takesPreconditions(route: Route): boolean {
  return !isControl(route) && (412 in route.replies || /PUT|DELETE/.test(route.methods.join()))
}
