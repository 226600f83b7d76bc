import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SandboxOptions } from '../../../local/config.ts'
import { commands } from '../commands/command.ts'
import type { Option } from './arguments.ts'
import { groupsOf, fallbackOf, syntaxOf, usage } from './usage.ts'

test('--help names every command and every option with its value', () => {
  const help = usage(commands)
  const options = commands.flatMap((command) => command.options).filter(({ isInFileOnly }) => !isInFileOnly)

  for (const { flag, value } of options)
    expect(help).toContain(value === undefined ? flag : `${flag} ${value}`)
  for (const form of commands.flatMap(({ forms }) => Object.keys(forms))) expect(help).toContain(form)
  expect(Math.max(...help.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120)
})

test('docs/command-line.md is up to date', async () => {
  const file = resolve(import.meta.dirname, '../../../../docs/command-line.md')

  // To update the file: npm run generate
  await expect(asMarkdown()).toMatchFileSnapshot(file)
})

function asMarkdown(): string {
  const calls = commands.flatMap(({ forms }) =>
    Object.entries(forms).map(([form, description]) => `| \`entity-sandbox ${form}\` | ${description} |`),
  )
  const sections = groupsOf(commands).flatMap(({ title: owners, names, options }) => {
    const title = `Options of ${owners}`

    if (names.includes('status')) return section(title, options, 'in the environment')
    // Those of single commands are in their help.
    if (!names.includes('start')) return []

    return [
      section(
        `Sandbox ${title.toLowerCase()}`,
        options.filter(isOfSandbox),
        'in the file and in code',
        inCode,
      ),
      section(
        `Other ${title.toLowerCase()}`,
        options.filter((each) => !isOfSandbox(each)),
        'in the file',
      ),
    ]
  })

  return `# The command line

Generated from the declarations of the commands and options, like \`entity-sandbox --help\`. A \`sandbox.config.ts\`, \`.js\`, \`.mjs\` or \`.json\` in the
current folder, or the file that \`--config\` names, may contain the options with a name "in the file"; the Vite plugin and fixtures don't read it.
Options override environment variables, which override the file. \`entity-sandbox help logs\` lists the options of a command.

Commands that use a running sandbox find it by \`--at\`, else \`SANDBOX_URL\`, else at port 4010. They end with 0; with 1 and the reason when something
failed, or when \`verify\` did not find what was expected; with 2 for wrong usage. At a terminal \`start\` reads single keys: \`o\` opens the console, \`r\`
resets, \`s\` enters the next scenario, \`f\` applies the next preset of faults, \`h\` lists the keys, \`q\` or Ctrl-C quits; with \`--quiet\`, \`--json\`, or
stdin from elsewhere (\`< /dev/null\`, for a job in the background) there are none. \`eval "$(entity-sandbox completion bash)"\` completes commands.

| | |
|---|---|
${calls.join('\n')}

${sections.join('\n')}
${assistants}`
}

const assistants = `## Coding assistants

\`entity-sandbox mcp\` lets a coding assistant use a sandbox, by the [Model Context Protocol](https://modelcontextprotocol.io): its tools are the commands
above, and \`read_doc\`. The package has a skill, \`skills/entity-sandbox/SKILL.md\`. Settings of the assistant:

\`\`\`json
{
  "mcpServers": {
    "entity-sandbox": { "command": "npx", "args": ["entity-sandbox", "mcp"] }
  }
}
\`\`\`

It starts its own sandbox, or uses that at \`--at <URL>\`. \`npm start\` also has it at \`/__sandbox/mcp\` (\`/s/blue/__sandbox/mcp\`), protected
like its controls.
`

const inCode = `These are the same wherever a sandbox is created: \`createSandbox()\` and \`openPersisted()\`, \`startSandbox()\` in a page,
\`sandboxOptions\` in Playwright's tests and \`seedSandboxes()\` in others, and \`entitySandbox()\` of Vite (which accepts no functions: \`scenarios\`,
\`commands\`).

`

function isOfSandbox({ name }: Option): boolean {
  return name in SandboxOptions.shape
}

function section(title: string, options: readonly Option[], elsewhere: string, about = ''): string {
  return `## ${title}

${about}| option | ${elsewhere} | | default |
|---|---|---|---|
${options.map((option) => rowOf(option, elsewhere.includes('file'))).join('\n')}
`
}

function rowOf(option: Option, isInFile: boolean): string {
  const { name, isInFileOnly, isOnCommandLineOnly, help, env } = option
  const syntax = isInFileOnly ? '' : code(syntaxOf(option))
  const elsewhere = isInFile ? (isOnCommandLineOnly ? '' : code(name)) : env === undefined ? '' : code(env)

  return `| ${syntax} | ${elsewhere} | ${help} | ${fallbackOf(option)} |`
}

function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``
}
