import type { Command } from './command-declaration.ts'
import { commands } from './commands.ts'
import type { Option } from './option.ts'

/** What `--help` prints, made of what commands and options declare. */
export function usage(): string {
  const forms = commands.flatMap(({ forms }) => Object.entries(forms))
  const calls = forms.map(([form, does]) => [`entity-sandbox ${form}`, does] as const)
  const sections = groupsOf(commands).map(
    ({ names, options }) =>
      `${names.join(' and ')}:\n${columns(options.filter(({ isInFileOnly }) => !isInFileOnly).map(lineOf))}`,
  )

  return `entity-sandbox: the entity, status and notification service on your machine

Usage:
${columns(calls)}

${sections.join('\n\n')}

${columns([
  ['-h, --help', 'this text'],
  ['-v, --version', 'the version'],
])}

A sandbox.config.ts, .js or .json in the current folder holds the options of start and exec.
`
}

export interface Group {
  readonly names: string[]
  readonly options: Option[]
}

/** Options by the commands that take them. */
export function groupsOf(all: readonly Command[]): Group[] {
  const options = new Set(all.flatMap((command) => command.options))
  const groups = new Map<string, Group>()

  for (const option of options) {
    const names = all.filter((command) => command.options.includes(option)).map(({ name }) => name)
    const group = groups.get(names.join()) ?? { names, options: [] }

    group.options.push(option)
    groups.set(names.join(), group)
  }

  return [...groups.values()]
}

function lineOf({ flag, value, help, usual, env }: Option): readonly [string, string] {
  const left = [...(env === undefined ? [] : [env]), ...(usual === undefined ? [] : [usual])].join(', or ')

  return [value === undefined ? flag : `${flag} ${value}`, left === '' ? help : `${help} (${left})`]
}

function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length))

  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${second}`).join('\n')
}
