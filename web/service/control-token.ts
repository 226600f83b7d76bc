import { createTextStorage, createStore } from '../lib/store.ts'

/**
 * A sandbox may require a token on its control routes. The token is stored for the tab, not in
 * the URL, so that copied links do not contain it.
 */
const key = 'entity-sandbox.control'
const storage = createTextStorage(() => sessionStorage)

/** Whether the sandbox has rejected a request because of a missing or wrong token. */
export const isTokenRejected = createStore(false)

/** Stores the token in the page's URL, if there is one, and removes it from the URL. */
export function storeTokenFromUrl(): void {
  const url = new URL(location.href)
  const token = url.searchParams.get('control')

  if (token === null) return
  storage.set(key, token)
  url.searchParams.delete('control')
  history.replaceState(history.state, '', url)
}

/** Reloads the console with a token. */
export function openWithToken(token: string): void {
  if (storage.set(key, token)) {
    location.reload()

    return
  }

  // Without storage, the URL passes it to the reloaded page, which removes it again.
  const url = new URL(location.href)

  url.searchParams.set('control', token)
  location.replace(url)
}

/** The header with the token, if this is the path of a control route. */
export function controlHeaders(path: string, token = storage.get(key)): Record<string, string> {
  return token && isControl(path) ? { 'X-Sandbox-Control': token } : {}
}

/** The path of an event stream, with the token: `EventSource` can't send headers. */
export function streamPath(path: string): string {
  const token = storage.get(key)

  return token ? `${path}${path.includes('?') ? '&' : '?'}control=${encodeURIComponent(token)}` : path
}

/** Sets `isTokenRejected` on a 401 of a control route, which always means that the token is missing or wrong. */
export function detectRejectedToken(path: string, status: number): void {
  if (status === 401 && isControl(path)) isTokenRejected.set(true)
}

function isControl(path: string): boolean {
  return /^\/__sandbox([/?]|$)/.test(path)
}
