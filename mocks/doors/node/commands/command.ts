import { availableNames, suggestion } from '../../../data/model/shared/suggestion.ts'
import { version } from '../../../data/model/shared/version.ts'
import { readArguments, UsageError, type CliCommand } from '../command-line/arguments.ts'
import { usage, usageOf } from '../command-line/usage.ts'
import { drift, record } from '../upstream/target-commands.ts'
import { start } from './start.ts'
import { exec } from './exec.ts'
import { init } from './init.ts'
import { mcp } from './mcp.ts'
import { repair } from './repair-command.ts'
import { types } from './types.ts'
import { commandOf } from './verb.ts'
import { verbs } from './verbs.ts'
import { waitCommand } from './wait.ts'

/** The script for bash, from the commands with their options; zsh runs it after another line. */
function completionScript(): string {
  const cases = commands.map(({ name, options }) => {
    const flags = options.flatMap(({ isInFileOnly, flag }) => (isInFileOnly ? [] : [flag]))

    return `    ${name}) [ "$COMP_CWORD" -gt 1 ] && words='${flags.join(' ')}' ;;`
  })

  return `_entity_sandbox() {
  local words='${commands.map(({ name }) => name).join(' ')}'
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _entity_sandbox entity-sandbox
`
}

const completion: CliCommand = {
  name: 'completion',
  forms: { 'completion <shell>': 'print a script that completes commands: bash or zsh' },
  options: [],
  async run(argv) {
    const [shell = ''] = readArguments(argv, [], 1).positionals

    if (!['bash', 'zsh'].includes(shell))
      throw new UsageError('completion needs bash or zsh: entity-sandbox completion bash.')

    return print(
      `${shell === 'zsh' ? 'autoload -U +X bashcompinit && bashcompinit\n' : ''}${completionScript()}`,
    )
  },
}

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
  completion,
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
