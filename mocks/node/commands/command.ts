import { version } from '../../model/shared/version.ts'
import { commandNamed, commands } from './commands.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { usage, usageOf } from '../command-line/usage.ts'

/**
 * The `entity-sandbox` command.
 *
 * @returns the exit code, or undefined while the server runs
 */
export async function command(argv: readonly string[]): Promise<number | undefined> {
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  const [name = 'start', ...rest] = argv[0]?.startsWith('-') ? ['start', ...argv] : argv

  try {
    if (own.includes('--version') || own.includes('-v')) return print(`${version}\n`)
    if (own.includes('--help') || own.includes('-h')) return print(helpFor(argv[0]))

    return await commandNamed(name).run(rest)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`entity-sandbox: ${error.message}\n`)

    return 2
  }
}

/** The help of one command, or of all. */
function helpFor(name: string | undefined): string {
  return name === undefined || name.startsWith('-') ? usage(commands) : usageOf(commandNamed(name))
}

function print(text: string): number {
  process.stdout.write(text)

  return 0
}
