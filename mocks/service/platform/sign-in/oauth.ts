/** The credentials of the OAuth client, with which applications sign in. */
export const oauthClient = { id: 'sandbox', secret: 'sandbox' }

export const grantTypes = ['password', 'client_credentials', 'refresh_token', 'authorization_code'] as const

/** The errors of RFC 6749 (4.1.2.1, 5.2) and of OpenID Connect that occur. */
export const oauthErrors = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'access_denied',
  'login_required',
] as const

/** An error that is reported as OAuth prescribes: to the application, in one form or another. */
export class OAuthError extends Error {
  readonly code: (typeof oauthErrors)[number]

  constructor(code: (typeof oauthErrors)[number], message: string) {
    super(message)
    this.code = code
  }
}

/** Tokens must not be cached (RFC 6749, 5.1). */
export const noStore = { 'Cache-Control': 'no-store', Pragma: 'no-cache' }
