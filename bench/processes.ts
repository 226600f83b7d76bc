import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { freePort } from '../mocks/testing/redis-server.ts'

export const root = resolve(import.meta.dirname, '..')

/** With `taskset`, all servers run on one core, so that measuring them has another. */
const pinned = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : []

/** The usage of a process so far: CPU time of all its threads in microseconds, and memory in bytes. */
export interface Usage {
  readonly cpu: number
  readonly memory: number
}

/** A server in a separate process. */
export class ServerProcess implements AsyncDisposable {
  readonly #process: ChildProcess
  readonly url: string
  /** The time until its first response, in milliseconds. */
  readonly startTime: number

  private constructor(process: ChildProcess, url: string, startTime: number) {
    this.#process = process
    this.url = url
    this.startTime = startTime
  }

  /**
   * Starts `node`, and waits until it responds.
   *
   * @param args returns the arguments of the command for a port
   */
  static async start(args: (port: string) => readonly string[]): Promise<ServerProcess> {
    const port = await freePort()
    const hook = resolve(root, 'bench/report-usage.mjs')
    const [command = process.execPath, ...commandArgs] = [
      ...pinned,
      process.execPath,
      '--import',
      hook,
      ...args(String(port)),
    ]
    const started = performance.now()
    const child = spawn(command, commandArgs, { cwd: root, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    const url = `http://127.0.0.1:${port}`

    while (child.exitCode === null) {
      // With any status.
      if (await fetch(`${url}/api/entities/1000`).then(drain, () => false))
        return new ServerProcess(child, url, performance.now() - started)
      await new Promise((done) => setTimeout(done, 2))
    }

    throw new Error(`Failed to start ${args('<port>').join(' ')}: it exited with ${child.exitCode}.`)
  }

  usage(): Promise<Usage> {
    return usageOf(this.#process)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const exited = once(this.#process, 'exit')

    this.#process.kill('SIGKILL')
    await exited
  }
}

async function usageOf(child: ChildProcess): Promise<Usage> {
  const usage = once(child, 'message') as Promise<[Usage]> // what report-usage.mjs sends

  child.send('usage')

  return (await usage)[0]
}

async function drain(response: Response): Promise<boolean> {
  await response.arrayBuffer()

  return true
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)

  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
