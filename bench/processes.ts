import { spawn, type ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

/** A server in a process of its own, so that it does not share a core's time with what measures it. */
export class ServerProcess implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly url: string
  /** Milliseconds from starting the process to its first answer. */
  readonly startTime: number

  private constructor(process: ChildProcess, url: string, startTime: number) {
    this.#process = process
    this.url = url
    this.startTime = startTime
  }

  /** Starts `node` with these arguments, and waits until the address answers 200. */
  static async start(args: readonly string[], port: number, path: string): Promise<ServerProcess> {
    const started = performance.now()
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    const url = `http://127.0.0.1:${port}`

    while (child.exitCode === null) {
      const isReady = await fetch(`${url}${path}`).then(
        (response) => response.ok,
        () => false,
      )

      if (isReady) return new ServerProcess(child, url, performance.now() - started)
      await new Promise((later) => setTimeout(later, 2))
    }

    throw new Error(`Failed to start ${args.join(' ')}: it ended with ${child.exitCode}.`)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const ended = new Promise((done) => this.#process.once('exit', done))

    this.#process.kill()
    await ended
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)

  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
