import type { FaultRule } from '../../../../sandbox/faults/fault-rule.ts'
import { addFaults } from '../../../../sandbox/faults/fault-set.ts'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { buildSandbox, type CreateSandboxOptions } from '../../../../local/build-sandbox.ts'
import { listening } from '../../../../testing/listening.ts'
import { listen } from '../../listen.ts'

export const json = { 'Content-Type': 'application/json' }

/** A service of which a test decides every byte. It keeps the requests. */
export async function openService(respond: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    respond(request, response)
  })

  onTestFinished(() => server.closeAllConnections())

  return { url: `http://127.0.0.1:${await listening(server)}`, requests }
}

/** A sandbox that is asked, and what its journal says of the last request. */
export async function openSandbox(options: CreateSandboxOptions) {
  const sandbox = await buildSandbox({ entities: 30, ...options })
  const server = await listen(sandbox)

  onTestFinished(() => server.close())

  const send = (path: string, init?: RequestInit) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', ...init })

  return {
    url: server.url,
    send,
    addFault: (rule: FaultRule) => sandbox.change((draft) => addFaults(draft, [rule])),
    lastEntry: async () =>
      JSON.parse(await (await send('/__sandbox/journal?limit=1')).text()).items[0] as {
        upstream: { name: string; failure: string | null } | null
        response: { body: unknown }
      },
  }
}
