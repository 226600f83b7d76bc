import { readArguments } from '../command-line/arguments.ts'
import type { CliCommand } from './command-declaration.ts'
import { usage, usageOf } from '../command-line/usage.ts'

/**
 * The `help` command.
 *
 * @param all returns all commands, including this one
 * @param find returns a command by its name
 */
export function helpCommand(
  all: () => readonly CliCommand[],
  find: (name: string) => CliCommand,
): CliCommand {
  return {
    name: 'help',
    forms: { 'help [command]': 'all commands, or the options of one' },
    options: [],
    run(argv) {
      const [name] = readArguments(argv, [], 1).positionals

      process.stdout.write(name === undefined ? usage(all()) : usageOf(find(name)))

      return Promise.resolve(0)
    },
  }
}
