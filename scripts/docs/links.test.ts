import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../command.ts'
import { anchorOf } from './anchor.ts'

const pages = [
  ...['README', 'ARCHITECTURE', 'CHANGELOG', 'CONTRIBUTING', 'SECURITY'].map((name) => `${name}.md`),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

describe('the documentation', () => {
  test.each(pages)('%s links to pages and headings that exist', (page) => {
    expect(targetsIn(page).filter((target) => !exists(target, page))).toEqual([])
  })

  test.each(pages)(
    '%s has no placeholder like <name> outside code, which browsers take for an element',
    (page) => {
      const text = readFileSync(join(root, page), 'utf8').replace(/```[^]*?```|`[^`]*`/g, '')

      expect(text.match(/<(?!a id=|\/a>)[a-z/][^>]*>/gi)).toBeNull()
    },
  )

  test('pages in the package link only to what is in the package', () => {
    const outside = pages
      .filter((page) => /^(?:docs\/[\w-]+|README|CHANGELOG|SECURITY)\.md$/.test(page))
      .flatMap((page) =>
        targetsIn(page).map((target) => relative(root, resolve(root, dirname(page), target))),
      )
      .filter((path) => !isPacked(path))

    expect(outside).toEqual([])
  })

  test('every page is in the menu of the site', () => {
    const menu = readFileSync(join(root, 'site/.vitepress/config.ts'), 'utf8')
    const missing = pages
      .filter((page) => /^docs\/[\w-]+\.md$/.test(page))
      .map((page) => page.slice('docs/'.length, -'.md'.length))
      .filter((name) => !menu.includes(`'${name}'`))

    expect(missing).toEqual([])
  })
})

/** The targets of the links in a page, but for those of the web. */
function targetsIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replace(/```[^]*?```/g, '')

  return Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, target = '']) => target)
}

/** Whether a path, perhaps with an anchor, is among the `files` of package.json, or always packed. */
function isPacked(path: string): boolean {
  const { files } = z
    .object({ files: z.array(z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const isIn = (pattern: string) => {
    const [start = '', end] = pattern.split('*')

    if (end !== undefined) return path.startsWith(start) && path.endsWith(end)

    return path === pattern || path.startsWith(`${pattern}/`) || path.startsWith(`${pattern}#`)
  }
  const packed = [...files, 'README.md', 'LICENSE', 'package.json']

  return packed.some(isIn) && !files.some((file) => file.startsWith('!') && isIn(file.slice(1)))
}

function exists(target: string, from: string): boolean {
  const [path = '', anchor] = decodeURI(target).split('#')
  const file = path === '' ? join(root, from) : resolve(root, dirname(from), path)

  if (!existsSync(file) || relative(root, file).startsWith('..')) return false

  return anchor === undefined || anchorsIn(readFileSync(file, 'utf8')).has(anchor)
}

function anchorsIn(page: string): Set<string> {
  const headings = Array.from(page.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading))

  return new Set([...headings, ...Array.from(page.matchAll(/<a id="([^"]+)"/g), ([, id = '']) => id)])
}
