import { spawn, spawnSync } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..')

const variables = {
  // Otherwise the frameworks of examples and projects send usage data.
  NEXT_TELEMETRY_DISABLED: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  // Compilers and linters written in Go would collect garbage for a third of their time. They stay below this limit, and
  // run beside each other: more threads of one would only repeat the work of its others.
  GOGC: 'off',
  GOMEMLIMIT: '3GiB',
  GOMAXPROCS: '1',
}

const running = new Set<() => void>()

/**
 * Runs a command line, by default in the project's folder, and prints its output. If it takes longer than `seconds`, it
 * is stopped with its child processes.
 *
 * @returns the problem, such as "ended with 3"; undefined if it succeeded
 */
export async function command(line: string, seconds: number, folder = root): Promise<string | undefined> {
  const bin = resolve(root, 'node_modules', '.bin')
  const child = spawn(line, {
    cwd: folder,
    shell: true,
    // A separate process group, so that child processes are stopped with the command.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...variables, PATH: `${bin}${delimiter}${process.env['PATH']}` },
  })
  const stop = (): void => void (child.pid && kill(child.pid))
  running.add(stop)

  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    stop()
  }, seconds * 1000)

  try {
    const { code, signal } = await new Promise<{ code: number | null; signal: string | null }>(
      (done, fail) => {
        child.once('error', fail)
        child.once('exit', (code, signal) => done({ code, signal }))
      },
    )

    if (timedOut) return `stopped after ${seconds} s`
    return code === 0 ? undefined : `ended with ${signal ?? code}`
  } finally {
    clearTimeout(timer)
    running.delete(stop)
  }
}

/** Does the same, and throws an error if there is a problem. */
export async function runOrThrow(line: string, seconds: number, folder = root): Promise<void> {
  const problem = await command(line, seconds, folder)

  if (problem !== undefined) throw new Error(`"${line}" in ${folder} ${problem}.`)
}

/** Kills a shell with its child processes. */
function kill(pid: number): void {
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/t', '/f'], { stdio: 'ignore' })

    return
  }

  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already exited.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const stop of running) stop()
    process.exit(130)
  })
}
