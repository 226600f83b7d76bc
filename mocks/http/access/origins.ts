import { Wildcards } from '../../model/shared/wildcards.ts'

/** Names that only lead to this machine or stay within a network (RFC 2606, 6761, 6762, and the root's `internal`). */
const reservedName = /(^|\.)(localhost|test|local|internal)$/i

const privateAddress =
  /^(0\.0\.0\.0|10(\.\d+){3}|127(\.\d+){3}|169\.254(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|192\.168(\.\d+){2})$/
const privateAddress6 = /^\[(::1|f[cd][\da-f]{2}:[\da-f:]*|fe[89ab][\da-f]:[\da-f:]*)\]$/i

/** Whether an origin is one of pages on this machine or in its network, which no one elsewhere serves. */
export function isLocalOrigin(origin: string): boolean {
  const name = hostnameOf(origin)

  return (
    name !== undefined && (reservedName.test(name) || privateAddress.test(name) || privateAddress6.test(name))
  )
}

/** Names and addresses that only lead to this machine, or to no name at all. */
export function isKnownName(name: string): boolean {
  return isLoopback(name) || isAddress(name)
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}

/** An address can't be rebound: there is no name to make lead elsewhere. */
function isAddress(name: string): boolean {
  return /^(\d+(\.\d+){3}|\[[\da-f:.]+\])$/i.test(name)
}

/** Whether a list of origins has one; `*` in them matches any text of a name or a port: `https://*.shop.example`. */
export function namesOrigin(origins: readonly string[], origin: string): boolean {
  return origins.some((each) => new Wildcards(each.toLowerCase().split('*')).matches(origin.toLowerCase()))
}

export function hostnameOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}
