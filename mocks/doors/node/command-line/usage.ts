import { enumeration } from '../../../data/model/shared/suggestion.ts'
import type { Option, CliCommand } from './arguments.ts'

const footer = columns([
  ['-h, --help', 'this help; after the name of a command, its help'],
  ['-v, --version', 'the version'],
])

/** The text of `--help`, made from the declarations of commands and options. */
export function usage(all: readonly CliCommand[]): string {
  return `entity-sandbox: the entity, status and notification service on your machine

Usage:
${columns(all.flatMap(callsOf))}

${sections(groupsOf(all))}

${footer}

JSON may come from stdin, as "-".
A sandbox.config.ts, .js, .mjs or .json in the current folder may contain the options of start and exec;
the Vite plugin and fixtures don't read it.
Options override environment variables, which override the file.
`
}

/** The text of `--help` for one command. */
export function usageOf(command: CliCommand): string {
  const options = sections(groupsOf([command]))

  return `Usage:\n${columns(callsOf(command))}\n${options === '' ? '' : `\n${options}\n`}`
}

function callsOf({ forms }: CliCommand): (readonly [string, string])[] {
  return Object.entries(forms).map(([form, description]) => [`entity-sandbox ${form}`, description])
}

function sections(groups: readonly Group[]): string {
  return groups
    .map(({ title, options }) => {
      const shown = options.filter(({ isInFileOnly }) => !isInFileOnly)

      return `${title}:\n${columns(shown.map(lineOf))}`
    })
    .join('\n\n')
}

interface Group {
  readonly title: string
  readonly names: string[]
  readonly options: Option[]
}

/** Of more commands than this, an option is said to be of those that use a running sandbox. */
const maxNames = 8

/** The options, grouped by the commands that have them. */
export function groupsOf(all: readonly CliCommand[]): Group[] {
  const options = new Set(all.flatMap((command) => command.options))
  const groups = new Map<string, Group>()

  for (const option of options) {
    const names = all.filter((command) => command.options.includes(option)).map(({ name }) => name)
    const title = names.length > maxNames ? 'commands that use a running sandbox' : enumeration(names, 'and')
    const group = groups.get(title) ?? { title, names, options: [] }

    group.options.push(option)
    groups.set(title, group)
  }

  return [...groups.values()]
}

function lineOf(option: Option): readonly [string, string] {
  const { help } = option
  const fallback = fallbackOf(option)

  return [syntaxOf(option), fallback === '' ? help : `${help} (${fallback})`]
}

/** The syntax of an option: `-p, --port <number>`. */
export function syntaxOf({ flag, short, value }: Option): string {
  return `${short === undefined ? '' : `-${short}, `}${flag}${value === undefined ? '' : ` ${value}`}`
}

/** Where an option's value comes from when it is not given: its environment variable, then its default. */
export function fallbackOf({ defaultText, env }: Option): string {
  return [env, defaultText].filter((part) => part !== undefined).join(', or ')
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length))

  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}
