import { Wildcards } from '../../../data/model/shared/wildcards.ts'

/** Names reserved for this machine and private networks (RFC 2606, 6761, 6762, and the top-level domain `internal`). */
const reservedName = /(^|\.)(localhost|test|local|internal)$/i

const privateAddress =
  /^(0\.0\.0\.0|10(\.\d+){3}|127(\.\d+){3}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|192\.168(\.\d+){2})$/
const privateAddress6 = /^\[(::1|f[cd][\da-f]{2}:[\da-f:]*|fe[89ab][\da-f]:[\da-f:]*)\]$/i

/** Whether an origin is on this machine or in its network. */
export function isLocalOrigin(origin: string): boolean {
  const name = hostnameOf(origin)

  return (
    name !== undefined && (reservedName.test(name) || privateAddress.test(name) || privateAddress6.test(name))
  )
}

/** Whether a host name can't be used for DNS rebinding: a loopback name, or an address. */
export function isRebindingSafe(name: string): boolean {
  return isLoopback(name) || /^(\d+(\.\d+){3}|\[[\da-f:.]+\])$/i.test(name)
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}

/** Whether a list includes an origin; `*` matches any text of a name or a port: `https://*.shop.example`. */
export function includesOrigin(origins: readonly string[], origin: string): boolean {
  return origins.some((each) => new Wildcards(each.toLowerCase().split('*')).matches(origin.toLowerCase()))
}

export function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
