import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import type { SandboxConfig } from '../../config.ts'
import { readArguments } from '../command-line/arguments.ts'
import type { CliCommand } from './command-declaration.ts'
import { openServer } from './open-server.ts'
import { requestPrinter } from './request-log.ts'
import { readSettings } from '../command-line/settings.ts'
import { serverOptions } from './start.ts'
import { UsageError } from '../command-line/usage-error.ts'

export const exec: CliCommand = {
  name: 'exec',
  forms: { 'exec [options] -- <command>': 'serve while a command runs, its SANDBOX_URL set' },
  options: serverOptions,
  async run(argv) {
    const end = argv.indexOf('--')
    const [command, ...args] = end === -1 ? [] : argv.slice(end + 1)

    if (command === undefined) throw new UsageError('exec needs a command: entity-sandbox exec -- npm test.')

    // PORT is for the command.
    const given = readArguments(argv.slice(0, end), serverOptions, 0, {})
    const { config } = await readSettings(process.cwd(), given, {
      port: 'auto',
      quiet: given.options['json'] !== true,
    })

    refuseServing(config)

    const open = await openServer(config, requestPrinter(config, process.stderr))

    try {
      return await exitCodeOf(command, args, open.server.url)
    } finally {
      await open.close()
    }
  },
}

/** What makes no sense while a command runs. */
function refuseServing({ watch, open }: SandboxConfig): void {
  const given = [...(watch ? ['--watch'] : []), ...(open ? ['--open'] : [])]

  if (given.length > 0)
    throw new UsageError(`exec takes no ${given.join(' and no ')}: it serves as long as the command runs.`)
}

function exitCodeOf(command: string, args: readonly string[], url: string): Promise<number> {
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, SANDBOX_URL: url },
    // npm and npx are batch files on Windows, which only a shell can start.
    shell: process.platform === 'win32',
  })

  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError(`${command} can't be started: ${error.message}.`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  })
}
