import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Lets a server listen on this machine until the test has finished. @returns its port */
export async function listening(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')

  return (server.address() as AddressInfo).port // a server on a port, not a pipe
}
