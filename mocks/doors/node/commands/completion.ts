import { readArguments } from '../command-line/arguments.ts'
import { type CliCommand, UsageError } from '../command-line/option.ts'

/** The scripts, by shell, from the commands with their options. */
const scripts: Readonly<Record<string, (words: ReadonlyMap<string, string>) => string>> = {
  bash: (words) => `_entity_sandbox() {
  local words='${[...words.keys()].join(' ')}'
  case "\${COMP_WORDS[1]}" in
${Array.from(words, ([name, options]) => `    ${name}) [ "$COMP_CWORD" -gt 1 ] && words='${options}' ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _entity_sandbox entity-sandbox
`,
  zsh: (words) => `autoload -U +X bashcompinit && bashcompinit\n${scripts['bash']?.(words)}`,
}

/** @param all returns all commands, this one included */
export const completion = (all: () => readonly CliCommand[]): CliCommand => ({
  name: 'completion',
  forms: { 'completion <shell>': 'print a script that completes commands: bash or zsh' },
  options: [],
  run(argv) {
    const [shell = ''] = readArguments(argv, [], 1).positionals
    const script = Object.hasOwn(scripts, shell) ? scripts[shell] : undefined

    if (!script) throw new UsageError('completion needs bash or zsh: entity-sandbox completion bash.')

    const words = all().map(({ name, options }): [string, string] => [
      name,
      options.flatMap(({ isInFileOnly, flag }) => (isInFileOnly ? [] : [flag])).join(' '),
    ])

    process.stdout.write(script(new Map(words)))

    return Promise.resolve(0)
  },
})
