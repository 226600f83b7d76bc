import { cookies } from 'next/headers'

/** Sends a request to the API, in the sandbox that the cookie of the page request names, as in a test's browser. */
export async function fetchFromApi(path, { headers, ...init } = {}) {
  const sandbox = (await cookies()).get('sandbox')?.value

  return fetch(`${process.env.API_URL}${path}`, {
    cache: 'no-store',
    ...init,
    headers: sandbox ? { ...headers, 'X-Sandbox': sandbox } : headers,
  })
}
