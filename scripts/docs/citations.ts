import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from '../command.ts'

/** A citation of docs/interface.md: "interface 4.3.5", or the source that a route declares. */
export interface Citation {
  /** A rule, `4.3.5`, or a section, `4.3`. */
  readonly id: string
  /** Path from the project's folder, with slashes. */
  readonly file: string
  /** The title of the test that contains the citation, or the heading above it. */
  readonly name: string | undefined
  /** Whether it says that something differs from the rule: "differs from interface 4.3.5". */
  readonly differs?: true
}

/** Space between words, also across the lines of a comment. */
const gap = String.raw`\s+(?:(?:\*|//)\s+)?`
const rule = String.raw`\d+(?:\.\d+)*`
/** One or more rules: "interface 4.2.1 to 4.2.4", "interface 1.7 and 9.2". */
const citation = new RegExp(`\\binterface${gap}(${rule}(?:(?:,|${gap}and|${gap}to)${gap}${rule})*)`, 'gi')

/** The source that a route declares, or a status resource. */
const declaration = /^ *(?:source: documented\(|rule: )'([^']+)'/gm

const folders = ['mocks', 'web', 'e2e', 'bench', 'examples', 'docs']

/** All citations in the project, by file. */
export function readCitations(): Citation[] {
  const nested = folders.flatMap((folder) =>
    readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path),
    ),
  )
  const topLevel = readdirSync(root).filter((path) => path.endsWith('.md'))

  return [...nested, ...topLevel]
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(?:tsx?|mjs|md)$/.test(path) && !path.includes('node_modules/'))
    .sort()
    .flatMap((path) => citationsIn(path, readFileSync(resolve(root, path), 'utf8')))
}

/** The citations in one file. */
export function citationsIn(file: string, text: string): Citation[] {
  const nameAt = isTest(file) ? titleAround : file.endsWith('.md') ? headingAbove : () => undefined

  return [...text.matchAll(citation), ...text.matchAll(declaration)].flatMap(({ 1: ids = '', index }) =>
    idsOf(ids).map((id) => ({
      id,
      file,
      name: nameAt(text, index),
      ...(text.slice(0, index).endsWith('differs from ') && { differs: true }),
    })),
  )
}

export function isTest(file: string): boolean {
  return /\.(?:test|spec)\.tsx?$/.test(file)
}

/** The ids in a citation. `4.2.1 to 4.2.3` includes 4.2.2. */
function idsOf(text: string): string[] {
  const words = text.split(/[\s,*/]+/)

  return words.flatMap((word, at) => {
    if (word === 'and' || word === 'to') return []
    if (words[at - 1] !== 'to') return [word]

    const first = lastNumber(words[at - 2] ?? '')
    const section = word.slice(0, word.lastIndexOf('.') + 1)

    return Array.from({ length: lastNumber(word) - first }, (_, index) => `${section}${first + 1 + index}`)
  })
}

function lastNumber(id: string): number {
  return Number(id.slice(id.lastIndexOf('.') + 1))
}

/** The quoted text around an index: the title of a test, without its citation. */
function titleAround(text: string, index: number): string | undefined {
  const start = text.lastIndexOf('\n', index) + 1
  const end = text.indexOf('\n', index)
  const line = text.slice(start, end < 0 ? undefined : end)
  const quoted = [...line.matchAll(/(['"`])((?:\\.|(?!\1).)*)\1/g)]
  const enclosing = quoted.find(
    (each) => start + each.index < index && index < start + each.index + each[0].length,
  )

  return enclosing?.[2]?.replace(/ \(interface [^)]*\)/i, '')
}

function headingAbove(text: string, index: number): string | undefined {
  return text
    .slice(0, index)
    .split('\n')
    .findLast((line) => line.startsWith('#'))
    ?.replace(/^#+ /, '')
}
