import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { declarations, SandboxConfig } from '../../config.ts'
import { commands } from './commands.ts'
import type { Option } from './option.ts'
import { groupsOf, listed, usage } from './usage.ts'

test.each(Object.entries(SandboxConfig.shape))(
  'the setting %s is declared for the command line',
  (_, schema) => {
    expect(declarations.get(schema)?.help).toBeTruthy()
  },
)

test('--help names every command and every option with its value', () => {
  const help = usage(commands)
  const options = commands.flatMap((command) => command.options).filter(({ isInFileOnly }) => !isInFileOnly)

  for (const { flag, value } of options)
    expect(help).toContain(value === undefined ? flag : `${flag} ${value}`)
  for (const form of commands.flatMap(({ forms }) => Object.keys(forms))) expect(help).toContain(form)
  expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120)
})

test('docs/command-line.md says the same', async () => {
  const file = resolve(import.meta.dirname, '../../../docs/command-line.md')

  // To bring the file up to date: npm run docs
  await expect(asMarkdown()).toMatchFileSnapshot(file)
})

function asMarkdown(): string {
  const calls = commands.flatMap(({ forms }) =>
    Object.entries(forms).map(([form, does]) => `| \`entity-sandbox ${form}\` | ${does} |`),
  )
  const sections = groupsOf(commands).map(({ names, options }) => {
    const second = names.includes('start') ? 'in the file' : 'in the environment'

    return `## Options of ${listed(names)}

| option | ${second} | | when left out |
|---|---|---|---|
${options.map((option) => rowOf(option, names.includes('start'))).join('\n')}
`
  })

  return `# The command line

What the commands and their options declare, as \`entity-sandbox --help\` prints it. A \`sandbox.config.ts\`, \`.js\`, \`.mjs\` or \`.json\` in the
current folder may hold what has a name "in the file"; the command line goes before it.

| | |
|---|---|
${calls.join('\n')}

${sections.join('\n')}`
}

function rowOf({ flag, name, value, isInFileOnly, help, usual, env }: Option, isInFile: boolean): string {
  const typed = isInFileOnly ? '' : code(value === undefined ? flag : `${flag} ${value}`)
  const elsewhere = isInFile ? code(name) : env === undefined ? '' : code(env)

  return `| ${typed} | ${elsewhere} | ${help} | ${usual ?? ''} |`
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
