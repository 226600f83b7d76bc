import { cookies } from 'next/headers'

/** Calls the API in the sandbox of whoever requests the page: a test's browser names its own in a cookie. */
export async function ask(path) {
  const sandbox = (await cookies()).get('sandbox')?.value

  return fetch(`${process.env.API_URL}${path}`, {
    cache: 'no-store',
    headers: sandbox ? { 'X-Sandbox': sandbox } : {},
  })
}
