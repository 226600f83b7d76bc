import { redeem, signIn } from '../../../sandbox/access/sign-ins.ts'
import type { SandboxDraft } from '../../../sandbox/state/sandbox-draft.ts'
import { z } from 'zod'
import {
  isSameSecret,
  findUser,
  userWithPassword,
  wrongCredentials,
  type User,
} from '../../../data/model/users/users.ts'
import { tokenLifetime } from '../../../sandbox/access/sign-ins.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { formBody } from '../../http/declaration/body-declaration.ts'
import { reply, post, type Route, decision, observed } from '../../http/declaration/declare-route.ts'

/** The credentials of the OAuth client, with which applications sign in. */
const oauthClient = { id: 'sandbox', secret: 'sandbox' }

/** The user that an application acts as when it signs in without one (client_credentials). */
const clientUserName = 'admin'

const oauthErrors = ['invalid_request', 'invalid_client', 'invalid_grant', 'unsupported_grant_type'] as const
type OAuthError = (typeof oauthErrors)[number]

const TokenRequest = z.object({
  grant_type: z.enum(['password', 'client_credentials', 'refresh_token']),
  username: z.string().optional(),
  user_name: z.string().optional().describe('Alias of `username`.'),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
})

const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
})

const TokenError = z.object({ error: z.enum(oauthErrors), error_description: z.string() })

/** Tokens must not be cached (RFC 6749, 5.1). */
const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }

/** Sign-in by OAuth 2, which existing clients use; interface 5.4 leaves the mechanism open. */
export const token: Route[] = [
  post('/oauth/token', issueToken, {
    description: 'Signs in a user or an application, or renews a token.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'The client is sandbox with the secret sandbox, in the body or as Basic credentials; a user’s password is its name until another is set.',
        '5.4',
      ),
    ],
    access: 'open',
    body: formBody(TokenRequest),
    replies: {
      200: reply('The tokens.', TokenResponse, noStore),
      400: reply('The error, as OAuth 2 defines it.', TokenError, noStore),
    },
  }),
]

class GrantError extends Error {
  readonly code: OAuthError

  constructor(code: OAuthError, message: string) {
    super(message)
    this.code = code
  }
}

const grants: Record<string, (call: Call, form: URLSearchParams, draft: SandboxDraft) => User> = {
  password: byPassword,
  client_credentials: byClient,
  refresh_token: byRefreshToken,
}

function issueToken(call: Call<unknown, URLSearchParams>): Reply {
  const form = call.body

  try {
    checkContentType(call)
    checkClient(call, form)

    const grantType = form.get('grant_type') ?? ''
    const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined

    if (!grant)
      throw new GrantError('unsupported_grant_type', `Use one of ${Object.keys(grants).join(', ')}.`)

    const tokens = call.change((draft) => signIn(draft, grant(call, form, draft)))

    return json(
      {
        access_token: tokens.access,
        token_type: 'Bearer',
        expires_in: tokenLifetime,
        refresh_token: tokens.refresh,
      },
      200,
      noStore,
    )
  } catch (error) {
    if (!(error instanceof GrantError)) throw error

    return json({ error: error.code, error_description: error.message }, 400, noStore)
  }
}

function checkContentType(call: Call): void {
  const type = call.request.header('content-type')

  if (type && call.request.body?.length && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new GrantError(
      'invalid_request',
      `Expected the content type application/x-www-form-urlencoded, not ${type}.`,
    )
  }
}

/** The client id and secret may be in the body or in Basic credentials. */
function checkClient(call: Call, form: URLSearchParams): void {
  const basic = /^Basic\s(.+)$/i.exec(call.request.header('authorization') ?? '')?.[1]?.trim()
  const [id, secret] = basic ? readBasic(basic) : [form.get('client_id'), form.get('client_secret')]

  if (id !== oauthClient.id || !isSameSecret(secret, oauthClient.secret)) {
    throw new GrantError('invalid_client', 'The client id or secret is wrong. Both are "sandbox".')
  }
}

function readBasic(credentials: string): (string | undefined)[] {
  try {
    // The first colon separates: a secret may hold others.
    const [, ...parts] = /^([^:]*):([^]*)$/.exec(atob(credentials)) ?? []

    return parts.map(decodeURIComponent)
  } catch {
    return []
  }
}

function byPassword(call: Call, form: URLSearchParams): User {
  const name = form.get('username') ?? form.get('user_name') ?? ''
  const user = userWithPassword(call.data, name, form.get('password'))

  if (!user) throw new GrantError('invalid_grant', wrongCredentials)

  return user
}

function byClient(call: Call): User {
  const user = findUser(call.data, clientUserName)

  if (!user)
    throw new GrantError('invalid_client', `The client acts as user "${clientUserName}", who does not exist.`)

  return user
}

function byRefreshToken(_: Call, form: URLSearchParams, draft: SandboxDraft): User {
  const user = redeem(draft, form.get('refresh_token') ?? '')

  if (!user) throw new GrantError('invalid_grant', 'The refresh token is unknown or was used before.')

  return user
}
