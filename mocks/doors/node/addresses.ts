import { networkInterfaces } from 'node:os'

/** Whether a host is a wildcard: a server listens on it, but no client can connect to it. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** The host by which this machine reaches a server that listens on `host`. */
export function reachableHost(host: string): string {
  if (!isEveryAddress(host)) return host

  return host === '::' ? '::1' : '127.0.0.1'
}

/** The IPv4 addresses of the machine in its networks. */
export function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

/** `http://[::1]:4010` */
export function urlOf(scheme: string, host: string, port: number): string {
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}
