import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseAst } from 'rolldown/parseAst'
import { z } from 'zod'
import type { JsonSchema } from '../../mocks/service/control/contract/schemas.ts'
import { typeText } from './operations-text.ts'
import { FaultRule, faultPresets } from '../../mocks/sandbox/faults/fault-rule.ts'
import { root } from '../command.ts'
import { entries } from '../package-entries.ts'

/** A public method or accessor of a class. */
interface Verb {
  readonly signature: string
  readonly description: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** The public methods and accessors of a class, with their comments. */
export function verbsOf(source: string): Verb[] {
  const program: unknown = parseAst(source, { lang: 'ts' })
  const members = nodesIn(program).find(({ type }) => type === 'ClassBody')

  return childrenOf(members?.['body']).flatMap((member) => {
    const key = nodesIn(member['key'])[0]
    const description = commentBefore(source, member.start)

    if (!key || key.type !== 'Identifier' || description.includes('@internal')) return []
    if (member.type === 'PropertyDefinition' || member['kind'] === 'constructor') return []

    const { body, typeParameters } = Object(member['value'])
    const from = nodesIn(typeParameters)[0]?.end ?? key.end
    const signature = source.slice(from, nodesIn(body)[0]?.start ?? member.end)

    return [
      { signature: `${source.slice(key.start, key.end)}${readable(signature, member['kind'])}`, description },
    ]
  })
}

/** A signature without details that only the compiler needs. */
function readable(signature: string, kind: unknown): string {
  return signature
    .replace(/\s+/g, ' ')
    .replace(/\( (.*?),? \)/, '($1)')
    .replace(/ = `[^`]*`/, '?: string')
    .replace(/\btyped\./g, '')
    .replace(/\bNoInfer<(\w+)>/g, '$1')
    .replace(/Typed<Properties, Name>/g, 'Name')
    .replace(/^\(\)/, kind === 'get' ? '' : '()')
    .trim()
}

/** The text of the comment that ends right before an offset. */
function commentBefore(source: string, at: number): string {
  const before = source.slice(0, at).trimEnd()

  if (!before.endsWith('*/')) return ''

  return before
    .slice(before.lastIndexOf('/**') + 3, -2)
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function childrenOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.flatMap((each) => nodesIn(each).slice(0, 1)) : []
}

/** The syntax nodes in a value, with their descendants. */
function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn)
  if (typeof value !== 'object' || value === null) return []

  const descendants = Object.values(value).flatMap(nodesIn)

  // An object with a type is a node of the parser.
  return 'type' in value ? [value as Node, ...descendants] : descendants
}

function schemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema // Zod's type is more specific
}

/** The entries that programs import. */
export const publicEntries = entries.filter((entry) => entry.endsWith('index'))

/** Members of a fault that have a table of their own. */
const linked: Readonly<Record<string, string>> = {
  match: '[a pattern](controls.md#which-requests-match)',
  effect: '[an effect](controls.md#faults)',
}

/** docs/reference.md */
export function reference(): string {
  const { properties: ruleMembers = {} } = schemaOf(FaultRule)
  const faultSource = readFileSync(resolve(root, 'mocks/sandbox/faults/fault-rule.ts'), 'utf8')

  return `# Reference: verbs, faults, types

Generated from the code. Options: [the command line](command-line.md). Routes and their members: \`/docs\` of a running sandbox, and the
[contract](existing-clients.md#the-contract).

## Verbs

The methods of the \`sandbox\` that fixtures, \`createSandbox()\`, \`connect()\` and \`startSandbox()\` return. [How to use them](testing.md#what-a-sandbox-can-do).

${verbTable('mocks/client/sandbox-client.ts')}

\`sandbox.clock\`:

${verbTable('mocks/client/sandbox-clock.ts')}

## Faults

The members of a rule (\`sandbox.addFault(rule)\`, \`POST /__sandbox/faults\`). [How to use them, and their effects](controls.md#faults).

| member | | |
|---|---|---|
${Object.entries(ruleMembers)
  .map(([name, schema]) =>
    row(code(name), linked[name] ?? code(typeText(schema, 'output')), memberComment(faultSource, name)),
  )
  .join('\n')}

Presets, which add several rules (\`sandbox.addFaultPreset(name)\`):

| preset | |
|---|---|
${Object.entries(faultPresets)
  .map(([name, { description }]) => row(code(name), description))
  .join('\n')}

## What the package exports

| from | values |
|---|---|
${publicEntries.map(entryRow).join('\n')}
`
}

function verbTable(file: string): string {
  const verbs = verbsOf(readFileSync(resolve(root, file), 'utf8'))

  return [
    '| | |',
    '|---|---|',
    ...verbs.map(({ signature, description }) => row(code(signature), description)),
  ].join('\n')
}

/** The comment above a member of a schema. */
function memberComment(source: string, member: string): string {
  const flat = source.replace(/z\.strictObject\(\{\s+/g, 'z.strictObject({ ')
  const at = flat.search(new RegExp(`^ +${member.replace(/[\^$.*+?()[\]{}|\\]/g, String.raw`\$&`)}`, 'm'))

  return at === -1 ? '' : commentBefore(flat, at)
}

/** The names of the values and types that an entry exports. */
export function exportsOf(entry: string): { readonly values: string[]; readonly types: string[] } {
  const source = readFileSync(resolve(root, 'mocks', `${entry}.ts`), 'utf8')
  const values: string[] = []
  const types: string[] = []

  for (const [, isType, list = ''] of source.matchAll(/^export (type )?\{([^}]*)\}/gm)) {
    for (const item of list.split(',').map((each) => each.trim())) {
      const name = item.replace(/^type /, '').replace(/^.* as /, '')

      if (name !== '') (isType !== undefined || item.startsWith('type ') ? types : values).push(name)
    }
  }
  for (const [, kind = '', name = ''] of source.matchAll(
    /^export (?:async )?(const|function|class|interface|type) (\w+)/gm,
  )) {
    ;(/interface|type/.test(kind) ? types : values).push(name)
  }

  return { values, types }
}

function entryRow(entry: string): string {
  const { values } = exportsOf(entry)

  return row(
    code(`entity-sandbox/${entry}`.replace(/doors\/|\/?index$/g, '')),
    values.map(code).join(', ') || (entry.includes('panel') ? 'the panel' : 'the reporter'),
  )
}

function code(text: string): string {
  return `\`${text.replaceAll('|', String.raw`\|`)}\``
}

function row(...cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
