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

/** The groups of files that import one another in cycles (Tarjan's strongly connected components). */
export function importCycles(imports: Imports): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const path: string[] = []
  const cycles: string[][] = []

  const walk = (file: string): number => {
    const position = order.size

    order.set(file, position)
    lowest.set(file, position)
    path.push(file)

    for (const target of imports.get(file) ?? []) {
      const reached = order.has(target)
        ? path.includes(target)
          ? order.get(target)
          : undefined
        : walk(target)

      lowest.set(file, Math.min(lowest.get(file) ?? position, reached ?? position))
    }

    const low = lowest.get(file) ?? position

    if (low === position) {
      const component = path.splice(path.indexOf(file))

      if (component.length > 1) cycles.push(component.toSorted())
    }

    return low
  }

  for (const file of imports.keys()) if (!order.has(file)) walk(file)

  return cycles
}
