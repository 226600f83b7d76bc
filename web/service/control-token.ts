import { createTextStorage } from '../lib/storage.ts'
import { createStore } from '../lib/store.ts'

/**
 * A sandbox that other machines can reach requires a token on its control routes. It is stored for the tab, and never in
 * the address, from where it would get into copied links.
 */
const key = 'entity-sandbox.control'
const storage = createTextStorage(() => sessionStorage)

/** Whether the sandbox rejected a request because of the token. */
export const isTokenRejected = createStore(false)

/** Takes the token out of an address that was opened with it. */
export function takeControlToken(): void {
  const address = new URL(location.href)
  const given = address.searchParams.get('control')

  if (given === null) return
  storage.set(key, given)
  address.searchParams.delete('control')
  history.replaceState(history.state, '', address)
}

/** Loads the console anew, with a token. */
export function openWithToken(token: string): void {
  if (storage.set(key, token)) {
    location.reload()

    return
  }

  // Without storage only the address takes it into the next page, which removes it there.
  const address = new URL(location.href)

  address.searchParams.set('control', token)
  location.replace(address)
}

/** Headers that let a request to this path through. */
export function controlHeaders(path: string, token = storage.get(key)): Record<string, string> {
  return token && isControl(path) ? { 'X-Sandbox-Control': token } : {}
}

/** The path of a stream of events, for which browsers send no headers. */
export function streamPath(path: string): string {
  const token = storage.get(key)

  return token ? `${path}${path.includes('?') ? '&' : '?'}control=${encodeURIComponent(token)}` : path
}

/** A 401 of a control route always means that the token is missing or wrong. */
export function noteRejection(path: string, status: number): void {
  if (status === 401 && isControl(path)) isTokenRejected.set(true)
}

function isControl(path: string): boolean {
  return /^\/__sandbox([/?]|$)/.test(path)
}
