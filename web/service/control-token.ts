import { createStore } from '../lib/store.ts'

/**
 * A sandbox that other machines can reach requires a token on its control routes. It is stored for the tab, and never in
 * the address, from where it would get into copied links.
 */
const key = 'entity-sandbox.control'

/** Whether the sandbox rejected a request because of the token. */
export const isTokenRejected = createStore(false)

/** Takes the token out of an address that was opened with it. */
export function takeControlToken(): void {
  const address = new URL(location.href)
  const given = address.searchParams.get('control')

  if (given === null) return
  keepControlToken(given)
  address.searchParams.delete('control')
  history.replaceState(history.state, '', address)
}

export function keepControlToken(token: string): void {
  sessionStorage.setItem(key, token)
}

/** Headers that let a request to this path through. */
export function controlHeaders(path: string, token = sessionStorage.getItem(key)): Record<string, string> {
  return token && isControl(path) ? { 'X-Sandbox-Control': token } : {}
}

/** The path of a stream of events, for which browsers send no headers. */
export function streamPath(path: string): string {
  const token = sessionStorage.getItem(key)

  return token ? `${path}${path.includes('?') ? '&' : '?'}control=${encodeURIComponent(token)}` : path
}

/** A 401 of a control route always means that the token is missing or wrong. */
export function noteRejection(path: string, status: number): void {
  if (status === 401 && isControl(path)) isTokenRejected.set(true)
}

function isControl(path: string): boolean {
  return /^\/__sandbox([/?]|$)/.test(path)
}
