import { SandboxConfig } from '../../config.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { readArguments } from '../command-line/arguments.ts'
import { banner, consoleAddress, readyLine } from './banner.ts'
import type { CliCommand } from './command-declaration.ts'
import { openSandboxes, openServer, startServer, type OpenServer } from './open-server.ts'
import { openInBrowser } from '../command-line/open-in-browser.ts'
import { optionsOf } from '../command-line/option.ts'
import { requestPrinter, type RequestPrinter } from './request-log.ts'
import { configOption, readSettings, type StartSettings } from '../command-line/settings.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { watchFiles } from '../command-line/watch-files.ts'

/** The options of every command that starts a server. */
export const serverOptions = [configOption, ...optionsOf(SandboxConfig)]

export const start: CliCommand = {
  name: 'start',
  forms: { '[start] [options]': 'serve until Ctrl-C' },
  options: serverOptions,
  async run(argv) {
    const given = readArguments(argv, serverOptions, 0)
    const settings = await readSettings(process.cwd(), given)
    const { config } = settings

    rejectContradictions(config)

    const print = requestPrinter(config, process.stdout)
    let open = await openServer(config, print)

    stopOnSignal(() => open.close())
    process.on('uncaughtException', keepRunning)
    await sayReady(open, settings)
    if (config.open) openInBrowser(consoleAddress(open.server), complain)
    if (config.watch) {
      watchFiles(settings, async () => {
        try {
          const next = await readSettings(process.cwd(), given)

          open = await reopen(open, next, print)
          await sayReady(open, next)

          return next
        } catch (error) {
          complain(`The sandbox is unchanged. ${messageOf(error)}`)

          return undefined
        }
      })
    }

    return undefined
  },
}

function rejectContradictions({ quiet, json, watch, persist }: SandboxConfig): void {
  if (quiet && json) throw new UsageError('--json and --quiet exclude each other. Use one of them.')
  if (watch && persist !== undefined) {
    throw new UsageError(
      '--watch and --persist exclude each other: one regenerates the data, the other keeps it.',
    )
  }
}

/** Restarted on the port that it had: what was there goes on until what comes next is made. */
async function reopen(
  before: OpenServer,
  { config }: StartSettings,
  print: RequestPrinter | undefined,
): Promise<OpenServer> {
  const isMoved = config.port !== 'auto' && config.port !== before.server.port
  const opened = await openSandboxes(config)

  await before.close()

  return startServer(opened, isMoved ? config : { ...config, port: before.server.port }, print)
}

/** Options that count when data is made, and not when it is there already. */
const ofNewData = ['seed', 'entities', 'definitions', 'optionLists', 'data', 'scenario']

async function sayReady(open: OpenServer, settings: StartSettings): Promise<void> {
  const { config } = settings

  if (config.json) process.stdout.write(`${JSON.stringify(readyLine(open))}\n`)
  else if (!config.quiet) process.stdout.write(await banner(open, performance.now()))

  tellIgnoredOptions(open, settings)
}

/** Says which options did not count because there was data already. */
export function tellIgnoredOptions({ wasKept }: OpenServer, { config, given }: StartSettings): void {
  const ignored = wasKept ? given.filter((name) => ofNewData.includes(name)) : []

  if (ignored.length > 0) {
    complain(
      `${config.persist} already contains sandboxes, so ${ignored.join(', ')} had no effect. Name another folder for other data.`,
    )
  }
}

function complain(problem: string): void {
  process.stderr.write(`entity-sandbox: ${problem}\n`)
}

/** Reports an uncaught error and keeps the server running for its other clients. */
function keepRunning(error: Error): void {
  complain(`unexpected error, still running: ${error.stack ?? error.message}`)
}

/** How long saving changes in progress may take, in milliseconds. */
const stopTimeout = 5000

/** The first signal stops in order, the second at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    setTimeout(() => process.exit(1), stopTimeout).unref()
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        complain(messageOf(error))
        process.exit(1)
      },
    )
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
