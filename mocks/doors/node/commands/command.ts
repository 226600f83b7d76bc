import { availableNames, suggestion } from '../../../data/model/shared/suggestion.ts'
import { version } from '../../../data/model/shared/version.ts'
import { readArguments } from '../command-line/arguments.ts'
import { type CliCommand, UsageError } from '../command-line/option.ts'
import { usage, usageOf } from '../command-line/usage.ts'
import { drift } from '../upstream/drift-command.ts'
import { record } from '../upstream/record-command.ts'
import { completion } from './completion.ts'
import { exec } from './exec.ts'
import { init } from './init.ts'
import { mcp } from './mcp.ts'
import { repair } from './repair-command.ts'
import { start } from './start.ts'
import { types } from './types.ts'
import { commandOf } from './verb.ts'
import { verbs } from './verbs.ts'
import { waitCommand } from './wait.ts'

const help: CliCommand = {
  name: 'help',
  forms: { 'help [command]': 'all commands, or the options of one' },
  options: [],
  run: async (argv) => print(helpFor(readArguments(argv, [], 1).positionals[0])),
}

/** In the order of the help. */
export const commands: readonly CliCommand[] = [
  start,
  exec,
  record,
  drift,
  ...verbs.map(commandOf),
  types,
  repair,
  mcp,
  waitCommand,
  init,
  completion(() => commands),
  help,
]

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
    if (own.includes('--help') || own.includes('-h')) {
      return print(helpFor(argv[0]?.startsWith('-') ? undefined : argv[0]))
    }

    return await commandNamed(name).run(rest)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`entity-sandbox: ${error.message}\n`)

    return 2
  }
}

/** The help of one command, or of all. */
function helpFor(name: string | undefined): string {
  return name === undefined ? usage(commands) : usageOf(commandNamed(name))
}

/** @throws {UsageError} naming similar commands, when there is none of this name */
function commandNamed(name: string): CliCommand {
  const found = commands.find((each) => each.name === name)

  if (found) return found

  const names = commands.map((each) => each.name)

  throw new UsageError(
    `Unknown command '${name}'. ${suggestion(name, names) || availableNames(names)} See entity-sandbox --help.`,
  )
}

function print(text: string): number {
  process.stdout.write(text)

  return 0
}
