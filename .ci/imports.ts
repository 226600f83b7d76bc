import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve, sep } from 'node:path'
import { root } from './command.ts'

/** Which files each file imports, types included, all as paths from the root: `mocks/store/table.ts`. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** A folder and the folders that its files may import, from the table in ARCHITECTURE.md. */
export interface Layer {
  readonly folder: string
  readonly mayImport: readonly string[]
}

const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^'?]+)/g

/** Reads the relative imports of every TypeScript file in some folders: static, dynamic and type imports. */
export function readImports(folders: readonly string[]): Imports {
  const files = folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file).replaceAll(sep, '/')),
  )

  return new Map(
    files.map((file) => {
      const text = readFileSync(resolve(root, file), 'utf8')
      const targets = Array.from(text.matchAll(specifier), ([, path = '']) =>
        posix.join(posix.dirname(file), path),
      )

      return [file, targets.filter((target) => files.includes(target))]
    }),
  )
}

/** Reads the rows of ARCHITECTURE.md's table whose first cell is a folder and whose last cell lists folders. */
export function readLayers(markdown: string): Layer[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const [folder] = namesIn(cells[1] ?? '')

    return cells.length === 5 && folder !== undefined && /^(mocks|web)\b/.test(folder)
      ? [{ folder, mayImport: namesIn(cells[3] ?? '') }]
      : []
  })
}

function namesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([\w/*-]+)`/g), ([, name = '']) => name)
}

/** The folder of a layer that a file is in; each folder of `web/features/*` is a separate one. */
function scopeOf(file: string, { folder }: Layer): string {
  const depth = folder.split('/').length

  return folder.endsWith('/*') ? file.split('/').slice(0, depth).join('/') : folder
}

/** The innermost layer that a file belongs to. */
function layerOf(file: string, layers: readonly Layer[]): Layer | undefined {
  return layers
    .filter(({ folder }) => file.startsWith(`${folder.replace(/\/\*$/, '')}/`))
    .reduce<Layer | undefined>(
      (best, layer) => (best && best.folder.length > layer.folder.length ? best : layer),
      undefined,
    )
}

/** The imports that the layers do not allow, as `importer -> imported`, and the files outside all layers. */
export function forbiddenImports(imports: Imports, layers: readonly Layer[]): string[] {
  return Array.from(imports, ([file, targets]) => {
    if (/\.test(-d)?\.tsx?$/.test(file)) return []

    const from = layerOf(file, layers)

    if (!from) return [`${file} belongs to no layer`]

    return targets
      .filter((target) => {
        const to = layerOf(target, layers)

        return !(
          to &&
          (from.mayImport.includes(to.folder) || (to === from && scopeOf(file, to) === scopeOf(target, to)))
        )
      })
      .map((target) => `${file} -> ${target}`)
  }).flat()
}

/** A chain of imports that ends where it begins; empty if there is none. */
export function importCycle(imports: Imports): readonly string[] {
  const acyclic = new Set<string>()

  const cycleFrom = (file: string, importers: readonly string[]): readonly string[] => {
    if (importers.includes(file)) return [...importers.slice(importers.indexOf(file)), file]
    if (acyclic.has(file)) return []

    for (const target of imports.get(file) ?? []) {
      const cycle = cycleFrom(target, [...importers, file])

      if (cycle.length > 0) return cycle
    }
    acyclic.add(file)

    return []
  }

  return [...imports.keys()].map((file) => cycleFrom(file, [])).find(({ length }) => length > 0) ?? []
}
