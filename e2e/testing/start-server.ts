import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** A separate process of the built package, with its console, started with these arguments. */
export async function startServer(...argv: readonly string[]) {
  const server = spawn(process.execPath, ['dist/doors/node/bin.js', '--port', '0', ...argv], {
    cwd: resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  for await (const line of createInterface(server.stdout)) {
    const port = /Base URL .*:(\d+)/.exec(line)?.[1]

    if (port === undefined) continue

    return {
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: async () => {
        server.kill()
        await once(server, 'exit')
      },
    }
  }

  throw new Error('Failed to start a server: it exited without printing its URL.')
}
