import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether a program is installed that tests of shared deployments need. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined
}

/** A Redis server as a separate process, with its data in a temporary folder. */
export class RedisServer implements AsyncDisposable {
  readonly port: number
  readonly #folder = mkdtempSync(join(tmpdir(), 'redis-'))
  readonly #moreArguments: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, moreArguments: readonly string[]) {
    this.port = port
    this.#moreArguments = moreArguments
  }

  /** @param moreArguments of the command line */
  static async start(moreArguments: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), moreArguments)

    await server.start()

    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  get pid(): number {
    return this.#process?.pid ?? 0
  }

  async start(): Promise<void> {
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    const durability = ['--appendonly', 'yes', '--appendfsync', 'always', '--save', '']
    const child = spawn('redis-server', [...place, ...durability, ...this.#moreArguments], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })

    this.#process = child
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject).once('exit', (code) => reject(new Error(`Redis exited with ${code}.`)))
      child.stdout.on('data', (text) => {
        if (String(text).includes('Ready to accept')) resolve()
      })
    })
  }

  signal(signal: NodeJS.Signals): void {
    this.#process?.kill(signal)
  }

  async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await stopProcess(this.#process, signal)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

/** Ends a process, if it has not ended, and waits for its end. */
export async function stopProcess(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return

  const exited = once(child, 'exit')

  child.kill(signal)
  await exited
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')

  await once(server, 'listening')

  const { port } = server.address() as AddressInfo // it listens on a port, not on a pipe

  server.close()
  await once(server, 'close')

  return port
}
