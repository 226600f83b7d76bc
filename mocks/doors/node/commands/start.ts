import { constants } from 'node:os'
import { type OpenServer, openServer } from './open-server.ts'
import { SandboxConfig } from '../../../local/config.ts'
import { summaryLines } from '../../../data/import/import-summary.ts'
import { fullTextField } from '../../../data/model/query/fields.ts'
import { prepareQuery } from '../../../data/model/query/query.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { readArguments, optionsOf, type CliCommand } from '../command-line/arguments.ts'
import { banner, consoleAddress, readyLine } from './banner.ts'
import { readKeys } from './keys.ts'
import { openInBrowser } from './open-in-browser.ts'
import { requestPrinter } from './request-log.ts'
import { configOption, readSettings, type StartSettings } from '../command-line/read-settings.ts'
import { watchFiles } from '../command-line/watch-files.ts'

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
        // For the other clients.
        process.on('uncaughtException', (error) =>
          printWarning(`unexpected error, still running: ${error.stack ?? error.message}`),
        )
      },
    })

    running = open
    const { data } = open.sandbox

    // So that a first full-text search waits less, the words of many entities are indexed before the server is said to be ready.
    if (data.entities.size >= manyEntities) await prepareQuery(data, fullTextField.is('Equals', ['sandbox']))
    if (config.watch) {
      const randomToken = config.controlToken === undefined ? open.server.controlToken : undefined

      watchFiles(settings, async () => {
        const began = performance.now()

        try {
          const next = await readAgain()

          open = await reopen(open, next, randomToken)
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
    if (config.open) await openConsole(open, config.controlToken)

    return undefined
  },
}

/** With fewer entities, their words are indexed fast enough when they are searched. */
const manyEntities = 20_000

/** The previous server is closed, and the new one did not start. */
class Stopped extends Error {}

/**
 * Restarts the server with changed settings. While they can't be used, the previous one keeps running.
 *
 * @throws {Stopped} when the previous server had to be closed first, because both listen on the same port
 */
async function reopen(
  before: OpenServer,
  { config }: StartSettings,
  randomToken: string | undefined,
): Promise<OpenServer> {
  const { port } = before.server
  const settings = { controlToken: randomToken, ...config }
  const keepsPort = config.port === 'auto' || config.port === port
  let isStopped = false

  try {
    const next = await openServer(keepsPort ? { ...settings, port } : settings, {
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
  // A token that its user knows should not be in a log.
  const shown = config.controlToken ? { ...open, server: { ...open.server, controlToken: undefined } } : open
  const control = config.controlToken && 'the token that you gave'

  if (config.json) process.stdout.write(`${JSON.stringify(readyLine(shown))}\n`)
  else if (!config.quiet) process.stdout.write(await banner(shown, performance.now() - began, control))
  // Nobody could know a random one.
  else if (open.server.controlToken !== config.controlToken)
    printWarning(`/__sandbox requires the token "${open.server.controlToken}", as X-Sandbox-Control.`)

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
async function openConsole({ server }: OpenServer, givenToken?: string): Promise<void> {
  const problem = await openInBrowser(consoleAddress(server))
  const url = givenToken === undefined ? consoleAddress(server) : `${server.url}/`

  if (problem !== undefined && process.env['BROWSER'] !== 'none')
    printWarning(`${problem} Open ${url} yourself.`)
}

function printWarning(text: string): void {
  process.stderr.write(`entity-sandbox: ${text}\n`)
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
