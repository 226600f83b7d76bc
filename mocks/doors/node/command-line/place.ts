import { readFileSync } from 'node:fs'
import { isMap, isNode, isSeq, LineCounter, parseDocument, type Node } from 'yaml'

/**
 * The position of a value in a file of settings or data: `data.json:4:18`. The file alone if the position is unknown, as
 * in a package.
 *
 * @param path of names and indexes; it may start with the name of a list, where the file contains only that list
 */
export function placeIn(file: string, path: readonly string[]): string {
  const found = /\.(json|[cm]?[jt]s)$/.test(file) ? positionIn(file, path) : undefined

  return found === undefined ? file : `${file}:${found}`
}

function positionIn(file: string, path: readonly string[]): string | undefined {
  const text = textOf(file)

  if (text === undefined) return undefined
  if (!file.endsWith('.json')) return lineOfName(text, path.findLast((each) => !/^\d+$/.test(each)) ?? '')

  const lines = new LineCounter()
  // A YAML parser reads JSON too, and records positions.
  const { contents } = parseDocument(text, { lineCounter: lines, uniqueKeys: false })
  const [, ...below] = path
  const at =
    offsetOf(contents, path) ??
    (isSeq(contents) ? offsetOf(contents, below) : offsetOf(contents, ['items', ...below]))

  if (at === undefined) return undefined
  const { line, col } = lines.linePos(at)

  return `${line}:${col}`
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined // a folder, or removed since: no line to report
  }
}

/** The line of a program that contains a property, if only one does. */
function lineOfName(text: string, name: string): string | undefined {
  const lines = text.split('\n').flatMap((line, index) => (namesIn(line).includes(name) ? [index + 1] : []))

  return lines.length === 1 ? String(lines[0]) : undefined
}

function namesIn(line: string): string[] {
  return Array.from(line.matchAll(/\b([\w$]+)['"]?:/g), ([, name = '']) => name)
}

/** The offset of the value at a path. Names may contain dots. */
function offsetOf(node: unknown, path: readonly string[]): number | undefined {
  if (path.length === 0) return isNode(node) ? startOf(node) : undefined
  if (isSeq(node)) return offsetOf(node.items[Number(path[0])], path.slice(1))
  if (!isMap(node)) return undefined

  for (let length = 1; length <= path.length; length++) {
    const name = path.slice(0, length).join('.')
    const pair = node.items.find(({ key }) => String(key) === name)
    const found =
      pair &&
      (offsetOf(pair.value, path.slice(length)) ??
        (length === path.length ? offsetOf(pair.key, []) : undefined))

    if (found !== undefined) return found
  }

  return undefined
}

function startOf({ range }: Node): number | undefined {
  return range?.[0]
}
