/**
 * The public types of every entry, from the declarations of the build, so that a change of them is seen in a review:
 * docs/internals/public-types.txt. `npm run package` compares it, `npm run api` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { root } from './command.ts'
import { publicEntries } from './docs/reference.ts'

const dist = resolve(root, 'dist')
const file = resolve(root, 'docs/internals/public-types.txt')

/** Generated from the contract, which docs/internals/routes.md lists. */
const generated = resolve(dist, 'client/operations.d.ts')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** A name of another module. */
interface Reference {
  readonly from: string
  readonly name: string
}

interface Module {
  /** Without its comments, which are blanks. */
  readonly source: string
  readonly declared: Map<string, Node[]>
  readonly imported: Map<string, Reference>
  readonly exported: Map<string, Reference>
  /** What it adds to other modules, or to all. */
  readonly additions: Node[]
}

const modules = new Map<string, Module>()

function moduleAt(path: string): Module {
  const known = modules.get(path)
  if (known) return known

  let source = readFileSync(path, 'utf8')
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} can't be parsed: ${errors[0]?.message}`)

  for (const { start, end } of comments)
    source = source.slice(0, start) + ' '.repeat(end - start) + source.slice(end)

  const module = { source, declared: new Map(), imported: new Map(), exported: new Map(), additions: [] }

  modules.set(path, module)
  for (const statement of childrenOf(program)) addStatement(module, path, statement)

  return module
}

function addStatement(module: Module, path: string, statement: Node): void {
  const { type, source, declaration, specifiers } = statement
  const from = source ? targetOf(path, String(Object(source).value)) : path
  const isDefault = type === 'ExportDefaultDeclaration'

  for (const specifier of childrenOf(specifiers)) {
    const local = nameOf(specifier['local'])

    if (type === 'ImportDeclaration')
      module.imported.set(local, { from, name: nameOf(specifier['imported']) || '*' })
    else module.exported.set(nameOf(specifier['exported']), { from, name: local })
  }

  const declares = childrenOf(declaration)[0] ?? statement

  if (/^(?:ts)?(?:module|global)declaration$/i.test(declares.type)) module.additions.push(declares)
  for (const name of namesDeclaredBy(declares)) {
    module.declared.set(name, [...(module.declared.get(name) ?? []), declares])
    if (declaration) module.exported.set(isDefault ? 'default' : name, { from: path, name })
  }
}

/** The path of a module of the build, or the name of a package. */
function targetOf(path: string, specifier: string): string {
  return specifier.startsWith('.')
    ? resolve(dirname(path), specifier).replace(/\.[jt]s$/, '.d.ts')
    : specifier
}

function namesDeclaredBy(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    return childrenOf(node['declarations']).map(({ id }) => nameOf(id))
  }

  return /Declaration$|DeclareFunction$/.test(node.type) && node['id'] ? [nameOf(node['id'])] : []
}

function nameOf(node: unknown): string {
  const { name, value } = Object(node)

  return String(name ?? value ?? '')
}

function childrenOf(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(childrenOf)
  if (typeof value !== 'object' || value === null) return []

  // An object with a type is a node of the parser.
  return 'type' in value && value.type !== 'Program'
    ? [value as Node]
    : Object.values(value).flatMap(childrenOf)
}

/** What a part of a declaration uses. */
function usedBy(node: Node, path: string): Reference[] {
  if (node.type === 'Identifier') return declarationInScope(path, nameOf(node))
  if (node.type === 'TSImportType') {
    const from = targetOf(path, nameOf(node['source']))

    return [
      ...declarationOf({ from, name: nameOf(node['qualifier']) }),
      ...childrenOf(node['typeArguments']).flatMap((each) => usedBy(each, path)),
    ]
  }
  if (node.type === 'TSQualifiedName') {
    const namespace = moduleAt(path).imported.get(nameOf(node['left']))

    return namespace?.name === '*'
      ? declarationOf({ from: namespace.from, name: nameOf(node['right']) })
      : childrenOf(node['left']).flatMap((each) => usedBy(each, path))
  }

  return Object.entries(node).flatMap(([member, value]) =>
    // Names of members are not names of the module.
    member === 'key' && !node['computed'] ? [] : childrenOf(value).flatMap((each) => usedBy(each, path)),
  )
}

/** Where the name of an export is declared: in a package, if not in the build. */
function declarationOf(reference: Reference): Reference[] {
  const { from, name } = reference
  if (!from.startsWith(dist)) return [reference]

  const exported = moduleAt(from).exported.get(name)
  if (!exported) throw new Error(`${from} does not export ${name}.`)

  return exported.from === from ? declarationInScope(from, exported.name) : declarationOf(exported)
}

/** Where a name in a module is declared: nowhere if it is one of the platform or a parameter. */
function declarationInScope(path: string, name: string): Reference[] {
  const { declared, imported } = moduleAt(path)
  const reference = imported.get(name)

  if (declared.has(name)) return [{ from: path, name }]

  return reference ? declarationOf(reference) : []
}

function textOf({ source }: Module, { start, end }: Node): string {
  return source
    .slice(start, end)
    .replace(/import\("[^"]*"\)\./g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}

/** The exports of every entry, then each declaration that these need, sorted by name, without comments. */
export function publicTypes(): string {
  const texts = new Map<string, string>()
  const needed = new Set<string>()
  const queue: Reference[] = []
  const addTexts = (path: string, nodes: readonly Node[]): void => {
    for (const node of nodes) {
      texts.set(`${path} ${node.start}`, textOf(moduleAt(path), node))
      queue.push(...usedBy(node, path))
    }
  }

  const list = publicEntries.map((entry) => {
    const path = resolve(dist, `${entry}.d.ts`)

    addTexts(path, moduleAt(path).additions)
    const lines = Array.from(moduleAt(path).exported.keys(), (name) => {
      const [target] = declarationOf({ from: path, name })
      if (!target) throw new Error(`${path} exports ${name}, which is not declared.`)

      queue.push(target)
      return `  ${name}${target.name === name ? '' : ` = ${target.name}`}${isOurs(target) ? '' : ` of ${target.from}`}`
    })

    return [`entity-sandbox/${entry}`.replace(/doors\/|\/?index$/g, ''), ...lines.sort()].join('\n')
  })

  for (const reference of queue) {
    const key = `${reference.from} ${reference.name}`
    if (needed.has(key) || !isOurs(reference)) continue

    needed.add(key)
    const { declared, additions } = moduleAt(reference.from)

    addTexts(reference.from, [...(declared.get(reference.name) ?? []), ...additions])
  }

  return `${list.join('\n\n')}\n\n${[...texts.values()].sort().join('\n\n')}\n`
}

function isOurs({ from }: Reference): boolean {
  return from.startsWith(dist) && from !== generated
}

/** @throws if the build's types are not those of the file, with the first declarations or exports that differ */
export function checkPublicTypes(): void {
  const written = readFileSync(file, 'utf8').split('\n\n')
  const built = publicTypes().split('\n\n')
  const differences = [
    ...written.filter((text) => !built.includes(text)).map((text) => `- ${text}`),
    ...built.filter((text) => !written.includes(text)).map((text) => `+ ${text}`),
  ]

  if (differences.length > 0) {
    throw new Error(
      `Public types have changed (docs/internals/public-types.txt has "-", the build "+"). If that is wanted, run "npm run api" and commit the file; the changelog says what users must change.\n\n${differences.join('\n\n').slice(0, 4000)}`,
    )
  }
}

if (import.meta.filename === process.argv[1]) writeFileSync(file, publicTypes())
