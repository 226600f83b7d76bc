import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** The heading above it, the title of the page if there is none. */
  readonly heading: string
  readonly language: string
  /** Whether the request that it shows is refused: "sh refused". */
  readonly isRefused: boolean
  readonly code: string
  /** The file that the sentence before it says it is. */
  readonly file: string | undefined
}

/** The pages whose code blocks are listed. */
export const pagesWithBlocks = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

export function blocksOf(page: string): Block[] {
  return blocksIn(page, readFileSync(join(root, page), 'utf8'))
}

export function blocksIn(page: string, text: string): Block[] {
  const blocks: Block[] = []
  let heading = ''
  let before = ''

  for (const [index, part] of text.split(/^```/m).entries()) {
    if (index % 2 === 0) {
      heading =
        part
          .match(/^#+ .+$/gm)
          ?.at(-1)
          ?.replace(/^#+ /, '') ?? heading
      before = part.trim().split('\n\n').at(-1) ?? ''
    } else {
      const [info = '', ...lines] = part.split('\n')
      const [language = '', note] = info.split(' ')
      const [, file] = /^`([\w./-]+\.\w+)`/.exec(before) ?? []

      blocks.push({ page, heading, language, isRefused: note === 'refused', code: lines.join('\n'), file })
    }
  }

  return blocks
}

/** The n-th block of code below a heading. */
export function block(page: string, heading: string, nth = 1): string {
  const found = blocksOf(page).filter((each) => each.heading === heading && each.language !== 'sh')[nth - 1]

  if (!found) throw new Error(`${page} has no block ${nth} of code below "${heading}".`)

  return found.code
}
