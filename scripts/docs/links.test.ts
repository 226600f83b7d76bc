import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
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
    const text = readFileSync(join(root, page), 'utf8').replace(/```[^]*?```/g, '')
    const targets = Array.from(text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g), ([, target = '']) => target)

    expect(targets.filter((target) => !exists(target, page))).toEqual([])
  })

  test.each(pages)(
    '%s has no placeholder like <name> outside code, which browsers take for an element',
    (page) => {
      const text = readFileSync(join(root, page), 'utf8').replace(/```[^]*?```|`[^`]*`/g, '')

      expect(text.match(/<(?!a id=|\/a>)[a-z/][^>]*>/gi)).toBeNull()
    },
  )

  test('every page is in the menu of the site', () => {
    const menu = readFileSync(join(root, 'site/.vitepress/config.ts'), 'utf8')
    const missing = pages
      .filter((page) => /^docs\/[\w-]+\.md$/.test(page))
      .map((page) => page.slice('docs/'.length, -'.md'.length))
      .filter((name) => !menu.includes(`'${name}'`))

    expect(missing).toEqual([])
  })
})

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
