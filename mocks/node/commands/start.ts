import { SandboxConfig } from '../../config.ts'
import { readArguments } from './arguments.ts'
import { banner } from './banner.ts'
import type { Command } from './command-declaration.ts'
import { openServer, type OpenServer } from './open-server.ts'
import { optionsOf } from './option.ts'
import { readSettings } from './settings.ts'

/** The options of every command that starts a server. */
export const serverOptions = optionsOf(SandboxConfig)

export const start: Command = {
  name: 'start',
  forms: { '[start] [options]': 'serve until Ctrl-C' },
  options: serverOptions,
  async run(argv) {
    const { options } = readArguments(argv, serverOptions, 0)
    const config = await readSettings(process.cwd(), options)
    const open = await openServer(config)

    stopOnSignal(open)
    if (!config.quiet) process.stdout.write(banner(open, performance.now()))

    return undefined
  },
}

function stopOnSignal(open: OpenServer): void {
  const stop = () => {
    void open.close().then(() => process.exit(0))
  }

  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
