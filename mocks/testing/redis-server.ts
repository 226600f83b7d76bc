import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
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

/**
 * A port on which nothing listens. Below those that systems give to connections and to servers without a port of their
 * own, so that none of a test beside this one takes it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false, // in use
    )

    if (!isFree) continue
    server.close()
    await once(server, 'close')

    return port
  }
}
