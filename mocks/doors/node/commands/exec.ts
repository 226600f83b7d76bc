import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SandboxServer } from '../server-types.ts'
import { type CliCommand, readArguments, UsageError } from '../command-line/arguments.ts'
import { openServer } from './open-server.ts'
import { requestPrinter } from './request-log.ts'
import { readSettings } from '../command-line/read-settings.ts'
import { serverOptions, warnAboutIgnored } from './start.ts'

export const exec: CliCommand = {
  name: 'exec',
  forms: { 'exec [options] -- <command>': 'serve while a command runs, with SANDBOX_URL in its environment' },
  options: serverOptions,
  async run(argv) {
    const end = argv.indexOf('--')
    const [command, ...args] = end === -1 ? [] : argv.slice(end + 1)

    if (command === undefined) throw new UsageError('exec needs a command: entity-sandbox exec -- npm test.')

    // PORT is meant for the command, not for the sandbox.
    const given = readArguments(argv.slice(0, end), serverOptions, 0, {
      ...process.env,
      PORT: undefined,
    })
    const settings = await readSettings(process.cwd(), given, {
      port: 'auto',
      quiet: given.options['json'] !== true,
    })

    const { config } = settings

    const other = (['watch', 'open'] as const).find((name) => config[name])

    if (other)
      throw new UsageError(`exec does not support --${other}: it serves only while the command runs.`)

    const open = await openServer(config, { onRequest: requestPrinter(config, process.stderr) })

    warnAboutIgnored(open, settings)

    try {
      return await exitCodeOf(command, args, await environmentFor(open.server, config.cert !== undefined))
    } finally {
      await open.close()
    }
  },
}

/** Variables with the sandbox's address, control token and certificate. @param isOwn whether that is one of the user's */
async function environmentFor(
  { url, controlToken, certificate }: SandboxServer,
  isOwn: boolean,
): Promise<NodeJS.ProcessEnv> {
  const environment = {
    SANDBOX_URL: url,
    ...(controlToken === undefined ? {} : { SANDBOX_CONTROL_TOKEN: controlToken }),
  }

  // Who signed a certificate of their own, they say themselves.
  if (certificate === undefined || (isOwn && process.env['NODE_EXTRA_CA_CERTS'])) return environment

  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-'))
  const file = join(folder, 'certificate.pem')

  await writeFile(file, certificate)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

  return { ...environment, NODE_EXTRA_CA_CERTS: file }
}

function exitCodeOf(
  command: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  const { spawn } = process.getBuiltinModule('node:child_process')
  const options = { stdio: 'inherit', env: { ...process.env, ...environment } } as const
  // npm and npx are batch files on Windows, which only a shell can start.
  const child =
    process.platform === 'win32'
      ? spawn([command, ...args].map(quotedForCmd).join(' '), { ...options, shell: true })
      : spawn(command, args, options)

  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new UsageError(`${command} can't be started: ${error.message}.`)))
    child.once('exit', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  })
}

/** An argument as cmd.exe passes it on unchanged. Quotes are doubled, and so are backslashes before the closing quote. */
export function quotedForCmd(text: string): string {
  return /^[\w\-./:\\@=]+$/.test(text)
    ? text
    : `"${text.replaceAll('"', '""').replace(/(?<!\\)\\+$/, '$&$&')}"`
}
