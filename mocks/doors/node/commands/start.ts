import { constants, tmpdir } from 'node:os'
import { type OpenServer, openServer } from './open-server.ts'
import { SandboxConfig } from '../../../local/config.ts'
import { summaryLines } from '../../../data/import/import-summary.ts'
import { fullTextField } from '../../../data/model/query/fields.ts'
import { prepareQuery } from '../../../data/model/query/query.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { readArguments, optionsOf, type CliCommand, UsageError } from '../command-line/arguments.ts'
import { banner, consoleAddress, readyLine } from './banner.ts'
import { readKeys } from './keys.ts'
import { openInBrowser } from './open-in-browser.ts'
import { requestPrinter } from './request-log.ts'
import { configOption, readSettings, type StartSettings } from '../command-line/read-settings.ts'
import { watchFiles } from '../command-line/watch-files.ts'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SandboxServer } from '../server-types.ts'

export const serverOptions = [configOption, ...optionsOf(SandboxConfig)]

export const start: CliCommand = {
  name: 'start',
  forms: { '[start] [options]': 'serve until Ctrl-C' },
  options: serverOptions,
  async run(argv) {
    const given = readArguments(argv, serverOptions, 0)
    const readAgain = () => readSettings(process.cwd(), given)
    const settings = await readAgain()
    const { config } = settings
    let announce!: () => void
    const announced = new Promise<void>((done) => (announce = done))
    const print = requestPrinter(config, process.stdout)
    let running: Pick<OpenServer, 'close'> | undefined
    let open = await openServer(config, {
      // Requests may arrive while entities are generated.
      onRequest: print && ((request) => void announced.then(() => print(request))),
      onListening(server) {
        running = server
        stopOnSignal(async () => running?.close())
        process.on('uncaughtException', keepRunning)
      },
    })

    running = open
    await prepareSearch(open.sandbox)
    if (config.watch) {
      watchFiles(settings, async () => {
        const began = performance.now()

        try {
          const next = await readAgain()

          open = await reopen(open, next)
          running = open
          await printReady(open, next, began)

          return next
        } catch (error) {
          printWarning(
            error instanceof Stopped ? error.message : `The sandbox is unchanged. ${messageOf(error)}`,
          )

          return undefined
        }
      })
    }
    await printReady(open, settings)
    announce()
    if (!config.json && !config.quiet) {
      readKeys(
        () => open.server,
        (text) => process.stdout.write(`  ${text}\n`),
      )
    }
    if (config.open) await openConsole(consoleAddress(open.server))

    return undefined
  },
}

/** With fewer entities, their words are indexed fast enough when they are searched. */
const manyEntities = 20_000

/** Indexes the words of many entities before the server is said to be ready, so that a first full-text search waits less. */
async function prepareSearch({ data }: Sandbox): Promise<void> {
  if (data.entities.size >= manyEntities) await prepareQuery(data, fullTextField.is('Equals', ['sandbox']))
}

/** The previous server is closed, and the new one did not start. */
class Stopped extends Error {}

/**
 * Restarts the server with changed settings. While they can't be used, the previous one keeps running.
 *
 * @throws {Stopped} when the previous server had to be closed first, because both listen on the same port
 */
async function reopen(before: OpenServer, { config }: StartSettings): Promise<OpenServer> {
  const { port } = before.server
  const keepsPort = config.port === 'auto' || config.port === port
  let isStopped = false

  try {
    const next = await openServer(keepsPort ? { ...config, port } : config, {
      onRequest: requestPrinter(config, process.stdout),
      async beforeListening() {
        if (!keepsPort) return
        isStopped = true
        await before.close()
      },
    })

    if (!keepsPort) await before.close()

    return next
  } catch (error) {
    throw isStopped ? new Stopped(`The server has stopped. ${messageOf(error)}`) : error
  }
}

/** Options that only affect newly generated data. */
const seedingOptions = ['seed', 'entities', 'definitions', 'optionLists', 'data', 'replay', 'scenario']

/** @param began when the start began; default: the start of the process */
async function printReady(open: OpenServer, settings: StartSettings, began = 0): Promise<void> {
  const { config } = settings

  if (config.json) process.stdout.write(`${JSON.stringify(readyLine(open))}\n`)
  else if (!config.quiet) process.stdout.write(await banner(open, performance.now() - began))

  warnAboutIgnored(open, settings)
}

/**
 * Warns about options that had no effect because the data was restored, and about what was skipped of an import, unless
 * the banner lists it.
 */
export function warnAboutIgnored(
  { wasRestored, sandbox }: OpenServer,
  { config, given }: StartSettings,
): void {
  const ignored = wasRestored ? given.filter((name) => seedingOptions.includes(name)) : []

  if (ignored.length > 0) {
    printWarning(
      `${config.persist} already contains sandboxes, so ${ignored.join(', ')} had no effect. To start with new data, use another folder.`,
    )
  }
  if (!config.quiet && !config.json) return

  const { skipped = [] } = (wasRestored ? undefined : sandbox.imported) ?? {}

  summaryLines({ imported: {}, changed: [], skipped }).slice(1).forEach(printWarning)
}

/** Opens the console, unless `BROWSER=none`. */
async function openConsole(url: string): Promise<void> {
  const problem = await openInBrowser(url)

  if (problem !== undefined && process.env['BROWSER'] !== 'none')
    printWarning(`${problem} Open ${url} yourself.`)
}

function printWarning(text: string): void {
  process.stderr.write(`entity-sandbox: ${text}\n`)
}

/** Reports an uncaught error and keeps the server running for its other clients. */
function keepRunning(error: Error): void {
  printWarning(`unexpected error, still running: ${error.stack ?? error.message}`)
}

/** How long a graceful shutdown may take, in milliseconds. */
const stopTimeout = 5000

/** The first signal shuts down gracefully, the second exits immediately. */
export function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = (signal: 'SIGINT' | 'SIGTERM') => {
    if (isStopping) process.exit(128 + constants.signals[signal])
    isStopping = true
    setTimeout(() => process.exit(1), stopTimeout).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        printWarning(messageOf(error))
        process.exit(1)
      },
    )
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}

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

    rejectServerOptions(config)

    const open = await openServer(config, { onRequest: requestPrinter(config, process.stderr) })

    warnAboutIgnored(open, settings)

    try {
      return await exitCodeOf(command, args, await environmentFor(open.server, config.cert !== undefined))
    } finally {
      await open.close()
    }
  },
}

function rejectServerOptions(config: SandboxConfig): void {
  const other = (['watch', 'open'] as const).find((name) => config[name])

  if (other) throw new UsageError(`exec does not support --${other}: it serves only while the command runs.`)
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
