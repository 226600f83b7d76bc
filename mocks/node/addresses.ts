import { networkInterfaces } from 'node:os'

/** Whether a host is every address of the machine, which none can be reached by. */
export function isEveryAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Where a server that listens on a host can be reached from this machine. */
export function reachable(host: string): string {
  if (!isEveryAddress(host)) return host

  return host === '::' ? '::1' : '127.0.0.1'
}

/** The machine's addresses in its networks. */
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
