import { z } from 'zod'
import {
  findUser,
  ifEnabled,
  isSameSecret,
  userWithPassword,
  wrongCredentials,
  type User,
} from '../../../data/model/users/users.ts'
import { redeem, redeemCode, signIn, tokenLifetime, type SignIn } from '../../../sandbox/access/sign-ins.ts'
import type { SandboxDraft } from '../../../sandbox/state/sandbox-draft.ts'
import type { Call, BodyCall } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { formBody } from '../../http/declare-request.ts'
import {
  reply,
  post,
  decision,
  observed,
  ErrorBody,
  getAndHead,
  type Route,
} from '../../http/declare-route.ts'
import { grantTypes, noStore, OAuthError, oauthClient, oauthErrors } from './oauth.ts'
import { NotFound, Unauthorized } from '../../../data/model/shared/errors.ts'

/** The user that an application acts as when it signs in without one (client_credentials). */
const clientUserName = 'admin'

const TokenRequest = z.object({
  grant_type: z.enum(grantTypes),
  username: z.string().optional(),
  user_name: z.string().optional().describe('Alias of `username`.'),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
  code: z.string().optional().describe('That of `/oauth/authorize`.'),
  redirect_uri: z.string().optional().describe('As in `/oauth/authorize`.'),
  code_verifier: z.string().optional().describe('What the `code_challenge` is the hash of.'),
  client_id: z.string().optional(),
  client_secret: z.string().optional().describe('Optional for a code with PKCE, and its refresh tokens.'),
})

const TokenResponse = z.object({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  expires_in: z.int(),
  refresh_token: z.string(),
})

const basicChallenge = 'Basic realm="sandbox"'

const TokenError = z.object({ error: z.enum(oauthErrors), error_description: z.string() })

/** Sign-in by OAuth 2, which existing clients use; interface 5.4 leaves the mechanism open. */
export const token: Route[] = [
  post('/oauth/token', issueToken, {
    description: 'Signs in a user or an application, or renews a token.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'The client is sandbox with the secret sandbox, in the body or as Basic credentials; a user’s password is its name until another is set. That of a disabled user counts as wrong, and a token that such a user got as unknown.',
        '5.4',
      ),
    ],
    access: 'open',
    body: formBody(TokenRequest),
    replies: {
      200: reply('The tokens.', TokenResponse, noStore),
      400: reply('The error, as OAuth 2 defines it.', TokenError, noStore),
      401: reply('The Basic credentials of the client are wrong.', TokenError, {
        ...noStore,
        'WWW-Authenticate': basicChallenge,
      }),
    },
  }),
]

/** The request for tokens of a known client. */
interface TokenCall {
  readonly call: Call
  readonly form: URLSearchParams
  /** Whether the client has shown no secret. */
  readonly isPublic: boolean
  /** The hash of the verifier; null without one. */
  readonly challenge: string | null
}

/** Who signs in by a grant; an error that is returned leaves what the draft has changed. */
const grants: Record<string, (request: TokenCall, draft: SandboxDraft) => SignIn | OAuthError> = {
  password: byPassword,
  client_credentials: byClient,
  refresh_token: byRefreshToken,
  authorization_code: byCode,
} satisfies Record<(typeof grantTypes)[number], unknown>

async function issueToken(call: Call<unknown, URLSearchParams>): Promise<Reply> {
  const form = call.body

  try {
    checkContentType(call)
    if (new Set(form.keys()).size < [...form.keys()].length)
      throw new OAuthError('invalid_request', 'A parameter is repeated.')

    const grantType = form.get('grant_type') ?? ''
    const isPublic = isPublicClient(call, form)
    const grant = Object.hasOwn(grants, grantType) ? grants[grantType] : undefined

    if (!grant) throw new OAuthError('unsupported_grant_type', `Use one of ${grantTypes.join(', ')}.`)

    const request = { call, form, isPublic, challenge: await challengeOf(form.get('code_verifier')) }
    const tokens = call.change((draft) => {
      const granted = grant(request, draft)

      return granted instanceof OAuthError ? granted : signIn(draft, granted.user, granted.origin)
    })

    if (tokens instanceof OAuthError) throw tokens

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
    if (!(error instanceof OAuthError)) throw error

    const body = { error: error.code, error_description: error.message }

    // RFC 6749, 5.2
    return error.code === 'invalid_client' && basicIn(call) !== undefined
      ? json(body, 401, { ...noStore, 'WWW-Authenticate': basicChallenge })
      : json(body, 400, noStore)
  }
}

function checkContentType(call: Call): void {
  const type = call.request.header('content-type')

  if (type && call.request.body?.length && !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
    throw new OAuthError(
      'invalid_request',
      `Expected the content type application/x-www-form-urlencoded, not ${type}.`,
    )
  }
}

/** Whether a client shows no secret, which it may do with PKCE. Id and secret may be in the body or in Basic credentials. */
function isPublicClient(call: Call, form: URLSearchParams): boolean {
  const basic = basicIn(call)
  const [id, secret] = basic ? readBasic(basic) : [form.get('client_id'), form.get('client_secret')]
  const isPublic = !secret && ['authorization_code', 'refresh_token'].includes(form.get('grant_type') ?? '')

  if (id !== oauthClient.id || !(isPublic || isSameSecret(secret, oauthClient.secret))) {
    throw new OAuthError('invalid_client', 'The client id or secret is wrong. Both are "sandbox".')
  }

  return isPublic
}

/** The hash of a verifier (RFC 7636, 4.2). */
async function challengeOf(verifier: string | null): Promise<string | null> {
  if (verifier === null) return null
  if (!('subtle' in crypto))
    throw new OAuthError(
      'invalid_request',
      'This page has no secure origin (https, localhost), so no hashes.',
    )

  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))

  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace('=', '')
}

function basicIn(call: Call): string | undefined {
  return /^Basic\s(.+)$/i.exec(call.request.header('authorization') ?? '')?.[1]?.trim()
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

function byPassword({ call, form }: TokenCall): SignIn {
  const name = form.get('username') ?? form.get('user_name') ?? ''
  const user = userWithPassword(call.data, name, form.get('password'))

  if (!user) throw new OAuthError('invalid_grant', wrongCredentials)

  return { user }
}

function byClient({ call }: TokenCall): SignIn {
  const user = ifEnabled(call.data, findUser(call.data, clientUserName))

  if (!user)
    throw new OAuthError('invalid_client', `The client acts as "${clientUserName}", who is disabled or gone.`)

  return { user }
}

function byRefreshToken({ form, isPublic }: TokenCall, draft: SandboxDraft): SignIn {
  const found = redeem(draft, form.get('refresh_token') ?? '')

  if (!found) throw new OAuthError('invalid_grant', 'The refresh token is unknown or was used before.')
  if (isPublic && !found.origin?.isPublic)
    throw new OAuthError('invalid_client', 'The refresh token was issued to a client with a secret. Send it.')

  return found
}

function byCode({ form, isPublic, challenge }: TokenCall, draft: SandboxDraft): SignIn | OAuthError {
  const request = { redirectUri: form.get('redirect_uri') ?? '', challenge }
  const found = redeemCode(draft, form.get('code') ?? '', request, isPublic)

  return typeof found === 'string' ? new OAuthError('invalid_grant', found) : found
}

const Credentials = z.object({ user_name: z.string(), password: z.string() })
const Token = z.object({ token: z.string() })

/** The older way to sign in; clients send the token in the header `X-Auth-Token`. */
export const olderSignIn: Route[] = [
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
  const user = ifEnabled(call.data, findUser(call.data, userName))

  if (!user) throw new NotFound(`There is no user "${userName.slice(0, 100)}" who is enabled.`)

  return tokenReply(call, user)
}

function tokenReply(call: Call, user: User): Reply {
  const { access } = call.change((draft) => signIn(draft, user))

  return json({ token: access }, 200, { 'Cache-Control': 'no-store' })
}
