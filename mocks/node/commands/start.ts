import { SandboxConfig } from '../../config.ts'
import { readArguments } from '../command-line/arguments.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { banner } from './banner.ts'
import type { CliCommand } from './command-declaration.ts'
import { openServer, type OpenServer } from './open-server.ts'
import { optionsOf } from '../command-line/option.ts'
import { requestLine, type LoggedRequest } from './request-log.ts'
import { readSettings } from '../command-line/settings.ts'

/** The options of every command that starts a server. */
export const serverOptions = optionsOf(SandboxConfig)

export const start: CliCommand = {
  name: 'start',
  forms: { '[start] [options]': 'serve until Ctrl-C' },
  options: serverOptions,
  async run(argv) {
    const { options } = readArguments(argv, serverOptions, 0)
    const config = await readSettings(process.cwd(), options)
    const open = await openServer(config, config.quiet ? undefined : printRequest)

    stopOnSignal(open)
    process.on('uncaughtException', goOn)
    if (!config.quiet) process.stdout.write(await banner(open, performance.now()))

    return undefined
  },
}

function printRequest(request: LoggedRequest): void {
  process.stdout.write(`${requestLine(request)}\n`)
}

/** What nobody caught is reported; the others who use the sandbox go on with it. */
function goOn(error: Error): void {
  process.stderr.write(`entity-sandbox: unexpected, and it goes on: ${error.stack ?? error.message}\n`)
}

/** How long keeping what is under way may take, in milliseconds. */
const patience = 5000

/** The first signal stops in order, the second at once. */
function stopOnSignal(open: OpenServer): void {
  let isStopping = false
  const stop = () => {
    if (isStopping) process.exit(130)
    isStopping = true
    setTimeout(() => process.exit(1), patience).unref()
    open.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`entity-sandbox: ${messageOf(error)}\n`)
        process.exit(1)
      },
    )
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
