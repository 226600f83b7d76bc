import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { z } from 'zod'
import { root } from './command.ts'

/** A third-party package with code in the bundle. */
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

/** The terms of the MIT licence, from our LICENSE below its copyright line. */
const [, mitTerms = ''] = readFileSync(resolve(root, 'LICENSE'), 'utf8').split(/^Copyright.*$/m)

/** Adds every package with code in a bundle to `packages`, by name and version. */
export function collectPackages(packages: Map<string, BundledPackage>): Plugin {
  return {
    name: 'collect-packages',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? Object.entries(file.modules) : [],
      )

      for (const [id, { renderedLength }] of modules) {
        const folder = renderedLength > 0 ? folderOf(id) : undefined
        if (folder !== undefined) addPackage(folder, packages)
      }
    },
  }
}

/**
 * Adds the package in a folder to `packages`.
 *
 * @throws when the package names no licence, or the text of the licence is unknown
 */
export function addPackage(folder: string, packages: Map<string, BundledPackage>): void {
  const manifest = Manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  const { name, version, license } = manifest
  const key = `${name} ${version}`

  if (packages.has(key)) return

  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry))
  const text = file === undefined ? mitText(manifest) : readFileSync(join(folder, file), 'utf8').trim()

  packages.set(key, { name, version, licence: license, text })
}

/** The licence of a package that names the MIT licence without including its text. */
function mitText({ name, license, author = `the authors of ${name}` }: z.infer<typeof Manifest>): string {
  if (license !== 'MIT') {
    throw new Error(`${name} is bundled, but has no file with its licence.`)
  }

  return `MIT License\n\nCopyright (c) ${author}\n\n${mitTerms.trim()}`
}

/** The bundled packages, with version and licence, as Markdown. */
export function licencesPage(packages: ReadonlyMap<string, BundledPackage>): string {
  const sorted = [...packages.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
  const rows = sorted.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  const texts = namesByText(sorted)

  return [
    '# Licences of bundled packages',
    'This package contains code of the following packages, in these versions.',
    ['| package | version | licence |', '| --- | --- | --- |', ...rows].join('\n'),
    ...Array.from(texts, ([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\``),
    '',
  ].join('\n\n')
}

/** Names of packages by the text of their licence. */
function namesByText(packages: readonly BundledPackage[]): Map<string, string[]> {
  const texts = new Map<string, string[]>()

  for (const { name, text } of packages) texts.set(text, [...(texts.get(text) ?? []), name])

  return texts
}

/** The folder of the installed package that contains a module; undefined for our modules and virtual ones. */
function folderOf(id: string): string | undefined {
  return /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id.replace(/^\0/, ''))?.[1]
}
