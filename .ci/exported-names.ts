import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { root } from './command.ts'

/** An exported name, and whether it is a type. */
export interface ExportedName {
  readonly file: string
  readonly name: string
  readonly isType: boolean
}

const exported = /^export (?:async )?(?<kind>const|function\*?|class|interface|type) (?<name>\w+)/gm

/** The exported names of files, without tests and the console's types of responses. */
export function readExportedNames(files: readonly string[]): ExportedName[] {
  const product = files.filter((file) => !/\.test(-d)?\.|\/testing\//.test(file))

  return product.flatMap((file) => exportedNames(file, readFileSync(resolve(root, file), 'utf8')))
}

export function exportedNames(file: string, text: string): ExportedName[] {
  return Array.from(text.matchAll(exported), ({ groups: { kind = '', name = '' } = {} }) => ({
    file,
    name,
    isType: /interface|type|class/.test(kind),
  })).filter(({ isType }) => !(isType && file.startsWith('web/service/')))
}

/** Names with the same meaning in several files: declaring a route of the interface, or of the sandbox. */
const sameMeaning = new Set(['get', 'post', 'put', 'del'])

/**
 * Names that several files export, with these files. The console and the service may have functions, but not types, of the
 * same name.
 */
export function duplicateNames(names: readonly ExportedName[]): string[] {
  const files = new Map<string, Set<string>>()

  for (const { file, name, isType } of names) {
    const key = isType ? name : `${name} in ${file.split('/')[0]}`

    files.set(key, (files.get(key) ?? new Set()).add(file))
  }

  return Array.from(files, ([key, { size }]) => ({ key, size }))
    .filter(({ key, size }) => size > 1 && !sameMeaning.has(key.split(' ')[0] ?? ''))
    .map(({ key }) => `${key}: ${[...(files.get(key) ?? [])].join(', ')}`)
}
