import { createStore } from '../lib/store.ts'

/**
 * A sandbox that answers beyond its own machine asks for a token where it can be controlled. It is kept for the tab,
 * and never in the address, where it would be in every link that somebody copies.
 */
const key = 'entity-sandbox.control'

/** Whether the sandbox refused a call for want of the token. */
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

/** Only the token is missing where the sandbox's own routes answer 401. */
export function noteRejection(path: string, status: number): void {
  if (status === 401 && isControl(path)) isTokenRejected.set(true)
}

function isControl(path: string): boolean {
  return /^\/__sandbox([/?]|$)/.test(path)
}
