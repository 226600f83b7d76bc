import { z } from 'zod'
import { escaped, htmlPage } from '../../../data/model/shared/html.ts'
import { allUsers, findUser, ifEnabled, type User } from '../../../data/model/users/users.ts'
import { issueCode } from '../../../sandbox/access/sign-ins.ts'
import { isLoopback } from '../../http/access/hosts.ts'
import type { Call } from '../../http/call.ts'
import { formBody, text } from '../../http/declare-request.ts'
import {
  contentReply,
  decided,
  decision,
  get,
  getAndHead,
  observed,
  optional,
  post,
  reply,
  type Route,
} from '../../http/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { grantTypes, OAuthError, oauthClient } from './oauth.ts'

/** Maximum number of users on the page. */
const shownUsers = 100

const pageHeaders = {
  'Cache-Control': optional('`no-store`.'),
  'Content-Security-Policy': optional('Forbids scripts and frames.'),
}

const declaration = {
  source: observed('the public documentation'),
  access: 'open',
  query: {
    response_type: text('Always `code`.'),
    client_id: text('Always `sandbox`.'),
    redirect_uri: text('A loopback address, or one of the option `redirectUris`.'),
    state: text('Returned with the code or the error.'),
    scope: text('Any, but `openid`: there is no `id_token`.'),
    code_challenge: text('The hash of the verifier (PKCE), instead of a secret.'),
    code_challenge_method: text('Always `S256`.'),
    response_mode: text('Always `query`.'),
    login_hint: text('The user to sign in as without the page.'),
    prompt: text('`none` for an error instead of the page, `login` or `consent` for the page in any case.'),
    nonce: text('Has no effect without an `id_token`.'),
  },
  replies: {
    200: contentReply('The page, on which the user is chosen.', ['text/html'], pageHeaders),
    303: contentReply('To `redirect_uri`, with a code or an error.', [], {
      'Cache-Control': '`no-store`.',
      Location: 'The address.',
    }),
    400: contentReply(
      'A page with the error, if the client or the address is wrong.',
      ['text/html', 'application/json'],
      pageHeaders,
    ),
  },
} as const

const Choice = z.object({ user: z.string().optional().describe('The user to sign in as; none to refuse.') })

const strings = z.array(z.string())
const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  response_types_supported: strings,
  response_modes_supported: strings,
  grant_types_supported: strings,
  code_challenge_methods_supported: strings,
  token_endpoint_auth_methods_supported: strings,
})

/** Signing in on a page, for applications that act for a person (RFC 6749, 4.1; RFC 7636). */
export const authorize: Route[] = [
  get('/oauth/authorize', askUser, {
    description:
      'Shows the page to sign in on, or goes on with the user of `login_hint` or the option `signIn`.',
    ...declaration,
    decisions: [
      decision(
        'The page asks for no password. A code is valid for ten minutes of the clock, and once; a second use ends its tokens. A client without a secret needs PKCE (S256), also to renew its tokens. Naming a user in login_hint or the option signIn is the consent.',
        '5.4',
      ),
    ],
  }),
  post('/oauth/authorize', takeChoice, {
    description: 'Signs in as the user who was chosen on the page, or refuses.',
    ...declaration,
    body: formBody(Choice),
  }),
  getAndHead('/oauth/.well-known/openid-configuration', discover, {
    description: 'Returns the addresses for signing in, for client libraries.',
    source: decided(
      'OAuth leaves open how an application finds the addresses; client libraries read them here.',
    ),
    access: 'open',
    replies: { 200: reply('The addresses.', Discovery) },
  }),
]

function askUser(call: Call): Reply {
  return answer(call, (redirectUri) => {
    const given = call.rawQuery
    const name = given.get('login_hint') || call.settings.signIn
    const prompts = (given.get('prompt') ?? '').split(' ').filter((word) => word !== '')
    const user = name === undefined ? undefined : ifEnabled(call.data, findUser(call.data, name))

    if (prompts.includes('none') && prompts.length > 1)
      throw new OAuthError('invalid_request', 'The prompt none excludes others.')
    if (user && prompts.every((prompt) => prompt === 'none')) return sendCode(call, redirectUri, user)
    if (prompts.includes('none'))
      throw new OAuthError('login_required', 'There is no login_hint or option signIn with a user.')

    return choicePage(call, redirectUri)
  })
}

function takeChoice(call: Call<unknown, URLSearchParams>): Reply {
  return answer(call, (redirectUri) => {
    const name = call.body.get('user')

    if (name === null) throw new OAuthError('access_denied', 'The user has refused.')

    const user = ifEnabled(call.data, findUser(call.data, name))

    return user ? sendCode(call, redirectUri, user) : choicePage(call, redirectUri)
  })
}

function discover({ links }: Call): Reply {
  const to = (path: string) => links.to(`/oauth${path}`).href

  return json({
    issuer: to(''),
    authorization_endpoint: to('/authorize'),
    token_endpoint: to('/token'),
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic', 'none'],
  })
}

/** Answers a valid request; an error goes to the redirect address, unless that is what is wrong (RFC 6749, 4.1.2.1). */
function answer(call: Call, whenValid: (redirectUri: URL) => Reply): Reply {
  const given = call.rawQuery
  const redirectUri = allowedAddress(given.getAll('redirect_uri'), call.settings.redirectUris)

  if (!redirectUri) {
    return errorPage(
      `The redirect address <code>${escaped(given.get('redirect_uri') ?? '')}</code> is not allowed. Allowed are loopback addresses, such as <code>http://localhost:5173/callback</code>, and those of the option <code>redirectUris</code> (<code>--redirect-uri</code>), each exactly.`,
    )
  }
  if (given.getAll('client_id').join() !== oauthClient.id) {
    return errorPage(`The <code>client_id</code> is not <code>${oauthClient.id}</code>.`)
  }

  try {
    checkParameters(given)

    return whenValid(redirectUri)
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error

    return redirect(call, redirectUri, { error: error.code, error_description: error.message })
  }
}

function errorPage(html: string): Reply {
  return page(400, 'The application can’t sign in', `<p class="failed">${html}</p>`)
}

/** The address to which the browser may be sent: a loopback address, or a configured one. */
function allowedAddress([address, ...others]: string[], configured: readonly string[]): URL | undefined {
  if (address === undefined || others.length > 0 || !URL.canParse(address)) return undefined

  const url = new URL(address)
  const hasNoUser = `${url.username}${url.password}` === ''
  const isOnThisMachine = /^https?:$/.test(url.protocol) && isLoopback(url.hostname) && hasNoUser

  return !address.includes('#') && (isOnThisMachine || configured.includes(address)) ? url : undefined
}

/** @throws {OAuthError} for what the client has to change */
function checkParameters(given: URLSearchParams): void {
  const responseType = given.get('response_type')
  const challenge = given.get('code_challenge')
  const method = given.get('code_challenge_method')
  const isHashed = method === 'S256' && /^[\w-]{43}$/.test(challenge ?? '')
  const isRepeated = Object.keys(declaration.query).some((name) => given.getAll(name).length > 1)

  check(!isRepeated, 'A parameter is repeated.')
  check(Boolean(responseType), 'The parameter response_type is missing.')
  check(responseType === 'code', 'The only response_type is code.', 'unsupported_response_type')
  check(['query', null].includes(given.get('response_mode')), 'The only response_mode is query.')
  check(isHashed || (challenge ?? method) === null, 'Only a code_challenge by the method S256 is supported.')
  check(
    !given.get('scope')?.split(' ').includes('openid'),
    'Leave openid out: there is no id_token.',
    'invalid_scope',
  )
}

function check(holds: boolean, message: string, code: OAuthError['code'] = 'invalid_request'): void {
  if (!holds) throw new OAuthError(code, message)
}

function sendCode(call: Call, redirectUri: URL, user: User): Reply {
  const challenge = call.rawQuery.get('code_challenge')
  // As it was sent, since the request for tokens repeats it.
  const request = { redirectUri: call.rawQuery.get('redirect_uri') ?? '', challenge }

  return redirect(call, redirectUri, { code: call.change((draft) => issueCode(draft, user, request)) })
}

/** Adds parameters, and the state of the request, to those that the address has. */
function redirect(call: Call, redirectUri: URL, parameters: Record<string, string>): Reply {
  const state = call.rawQuery.get('state')
  const location = new URL(redirectUri)
  const added = new URLSearchParams({ ...parameters, ...(state !== null && { state }) })

  location.search = [redirectUri.search.slice(1), String(added)].filter((part) => part !== '').join('&')

  return { status: 303, headers: { 'Cache-Control': 'no-store', Location: location.href }, body: null }
}

function choicePage({ data }: Call, redirectUri: URL): Reply {
  const users = allUsers(data).filter((user) => ifEnabled(data, user))
  const buttons = users
    .slice(0, shownUsers)
    .map(({ name, role }) => {
      const value = escaped(name)

      return `<p><button name="user" value="${value}">${value}</button> <span class="note">${role}</span></p>`
    })
    .join('\n')
  const others =
    users.length > shownUsers
      ? `<p class="note">${users.length - shownUsers} more users can sign in with <code>login_hint</code>.</p>\n`
      : ''

  return page(
    200,
    'Sign in',
    `<p>The application at <code>${escaped(redirectUri.host || redirectUri.href)}</code> asks to act in the sandbox as a user:</p>
<form method="post">
${buttons}
${others}<p><button name="refuse">Refuse</button></p>
</form>`,
    // The answer to the form leads there.
    redirectUri.protocol,
  )
}

/** @param target scheme of the address to which a form of the page leads */
function page(status: number, title: string, body: string, target = ''): Reply {
  const formAction = target === '' ? "'none'" : `'self' ${target}`
  const policy = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`
  const content = htmlPage(title, `<h1>${title}</h1>\n${body}`)

  return {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy,
    },
    body: content,
  }
}
