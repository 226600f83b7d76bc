import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { z } from 'zod'
import { root } from './command.ts'

/** A package of others that is part of what we publish. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  readonly text: string
}

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
})

/** The terms of the MIT licence, as our own has them below its copyright line. */
const [, mitTerms = ''] = readFileSync(resolve(root, 'LICENSE'), 'utf8').split(/^Copyright.*$/m)

/** Adds every package that a bundle takes code from to `found`, by name and version. */
export function collectPackages(found: Map<string, BundledPackage>): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )

      for (const [id, { renderedLength }] of modules) {
        const folder = renderedLength > 0 ? folderOf(id) : undefined
        if (folder !== undefined) addPackage(folder, found)
      }
    },
  }
}

/**
 * Adds the package in a folder to `found`.
 *
 * @throws when the package says no licence, or the text of it is not known
 */
export function addPackage(folder: string, found: Map<string, BundledPackage>): void {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const { name, version, license } = manifest
  const key = `${name} ${version}`

  if (found.has(key)) return

  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))

  const text = file === undefined ? mitText(manifest) : readFileSync(join(folder, file), 'utf8').trim()

  found.set(key, { name, version, licence: license, text })
}

/** The licence of a package that names it without including it. */
function mitText({ name, license, author }: z.infer<typeof Manifest>): string {
  if (license !== 'MIT' || author === undefined) {
    throw new Error(`${name} is bundled, but has no file with its licence.`)
  }

  return `MIT License\n\nCopyright (c) ${author}\n\n${mitTerms.trim()}`
}

/** The bundled packages, with version and licence, as Markdown. */
export function licencesPage(found: ReadonlyMap<string, BundledPackage>): string {
  const packages = [...found.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const rows = packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const texts = grouped(packages)

  return [
    '# Licences of bundled packages',
    'This package contains code of the following packages, in these versions.',
    ['| package | version | licence |', '| --- | --- | --- |', ...rows].join('\n'),
    ...Array.from(texts, ([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``),
    '',
  ].join('\n\n')
}

/** Names of the packages by the text of their licence. */
function grouped(packages: readonly BundledPackage[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()

  for (const { name, text } of packages) texts.set(text, [...(texts.get(text) ?? []), name])

  return texts
}

/** The folder of the installed package that a module is in; undefined for our own and for virtual ones. */
function folderOf(id: string): string | undefined {
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ''))?.[1]
}
