import { jsonOf, type Doors } from './doors.ts'

/** The application that requests tokens. */
export const application = { client_id: 'sandbox', client_secret: 'sandbox' }

/** Requests a token with a form, as clients do. */
export function requestToken(doors: Doors, fields: Record<string, string>, headers = {}): Promise<Response> {
  return doors.fetch('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
    body: new URLSearchParams(fields).toString(),
  })
}

/** Signs in with the password grant. Returns the tokens. */
export async function signIn(doors: Doors, username: string): Promise<Record<string, string>> {
  const grant = { grant_type: 'password', username, password: username }

  return (await jsonOf(200, requestToken(doors, { ...grant, ...application }))) as Record<string, string> // its tests check it
}
