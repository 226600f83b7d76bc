import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, resolve, sep } from 'node:path'
import { root } from './command.ts'

/** Which files each file imports, types included, all as paths from the root: `mocks/data/store/table.ts`. */
export type Imports = ReadonlyMap<string, readonly string[]>

/** A folder and the folders that its files may import, from the table in ARCHITECTURE.md: `mocks/data/model`. */
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
    files.map((file) => [
      file,
      Array.from(readFileSync(resolve(root, file), 'utf8').matchAll(specifier), ([, path = '']) =>
        posix.join(posix.dirname(file), path),
      ).filter((target) => /^(mocks|web)\//.test(target)),
    ]),
  )
}

/**
 * Reads the table of ARCHITECTURE.md: a row is a room, with its folders, what each may import in brackets behind it, and
 * what all of them may import in the last cell.
 */
export function readLayers(markdown: string): Layer[] {
  return markdown.split('\n').flatMap((line) => {
    const [, first = '', , folders = '', all = '', ...rest] = line.split('|')
    const [room] = namesIn(first)

    return room === undefined || rest.length !== 1 ? [] : layersOf(room, folders, namesIn(all))
  })
}

function layersOf(room: string, cell: string, all: readonly string[]): Layer[] {
  const folders = Array.from(cell.matchAll(/`([\w./*-]+)`(?: \(([^)]*)\))?/g), ([, name = '', own = '']) => ({
    name,
    own: namesIn(own),
  }))
  const siblings = new Set(folders.map(({ name }) => name))
  const pathOf = (name: string) => (siblings.has(name) ? posix.join(room, name) : name)

  return folders.map(({ name, own }) => ({ folder: pathOf(name), mayImport: [...own.map(pathOf), ...all] }))
}

function namesIn(cell: string): string[] {
  return Array.from(cell.matchAll(/`([\w./*-]+)`/g), ([, name = '']) => name)
}

/** The imports that the layers do not allow, as `importer -> imported`. What tests use may import anything. */
export function forbiddenImports(imports: Imports, layers: readonly Layer[]): string[] {
  return Array.from(imports)
    .filter(([file]) => !isForTests(file))
    .flatMap(([file, targets]) => {
      const from = placeOf(file, layers)

      return targets
        .filter((target) => {
          const to = placeOf(target, layers)

          return isForTests(target) || (to.path !== from.path && !from.mayImport.includes(to.folder))
        })
        .map((target) => `${file} -> ${target}`)
    })
}

function isForTests(file: string): boolean {
  return /\.test(-d)?\.tsx?$|\/testing\//.test(file)
}

/** The innermost layer of a file, and the path of its folder: each folder of `web/features/*` is a separate one. */
function placeOf(file: string, layers: readonly Layer[]): Layer & { readonly path: string } {
  const places = layers.flatMap((layer) => {
    const path = new RegExp(`^${layer.folder.replace('*', '[^/]+')}/`).exec(file)?.[0]

    return path === undefined ? [] : [{ ...layer, path }]
  })

  return places.reduce((inner, place) => (place.path.length > inner.path.length ? place : inner), {
    folder: '',
    mayImport: [],
    path: '',
  })
}
