import { signIn } from '../../../sandbox/access/sign-ins.ts'
import { z } from 'zod'
import type { BodyCall, Call } from '../../http/call.ts'
import {
  ErrorBody,
  reply,
  post,
  getAndHead,
  type Route,
  observed,
} from '../../http/declaration/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { NotFound, Unauthorized } from '../../../data/model/shared/errors.ts'
import { findUser, userWithPassword, wrongCredentials, type User } from '../../../data/model/users/users.ts'

const Credentials = z.object({ user_name: z.string(), password: z.string() })
const Token = z.object({ token: z.string() })

/** The older way to sign in; clients send the token in the header `X-Auth-Token`. */
export const authenticate: Route[] = [
  post('/api/authenticate', authenticateUser, {
    description: 'Signs a user in with name and password.',
    source: observed('scripts'),
    access: 'open',
    body: Credentials,
    replies: {
      200: reply('The token.', Token, {
        'Cache-Control': 'Always `no-store`.',
      }),
      401: reply('The user name or password is wrong.', ErrorBody, {
        'WWW-Authenticate': 'The authentication scheme to use.',
      }),
    },
  }),
  ...[getAndHead, post].map((declare) =>
    declare('/api/authenticate/:userName', impersonate, {
      description: 'Returns a token of another user to an administrator.',
      source: observed('the public documentation'),
      access: 'administer',
      replies: { 200: reply('The token.', Token, { 'Cache-Control': 'Always `no-store`.' }) },
    }),
  ),
]

function authenticateUser(call: BodyCall<typeof Credentials>): Reply {
  const { user_name, password } = call.body
  const user = userWithPassword(call.data, user_name, password)

  if (!user) throw new Unauthorized(wrongCredentials)

  return tokenReply(call, user)
}

function impersonate(call: Call<{ userName: string }>): Reply {
  const { userName } = call.params
  const user = findUser(call.data, userName)

  if (!user) throw new NotFound(`There is no user "${userName.slice(0, 100)}".`)

  return tokenReply(call, user)
}

function tokenReply(call: Call, user: User): Reply {
  const { access } = call.change((draft) => signIn(draft, user))

  return json({ token: access }, 200, { 'Cache-Control': 'no-store' })
}
