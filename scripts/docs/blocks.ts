import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../command.ts'

/** A fenced block of a page. */
export interface Block {
  readonly page: string
  /** The heading above it, the title of the page if there is none. */
  readonly heading: string
  readonly language: string
  /** Whether its request must be rejected: "sh rejected". */
  readonly isRejected: boolean
  readonly code: string
  /** The file name with which the paragraph before it begins. */
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
  let paragraph = ''

  for (const [index, part] of text.split(/^```/m).entries()) {
    if (index % 2 === 0) {
      heading =
        part
          .match(/^#+ .+$/gm)
          ?.at(-1)
          ?.replace(/^#+ /, '') ?? heading
      paragraph = part.trim().split('\n\n').at(-1) ?? ''
    } else {
      const [info = '', ...lines] = part.split('\n')
      const [language = '', note] = info.split(' ')
      const [, file] = /^`([\w./-]+\.\w+)`/.exec(paragraph) ?? []

      blocks.push({ page, heading, language, isRejected: note === 'rejected', code: lines.join('\n'), file })
    }
  }

  return blocks
}

/** The n-th block below a heading that is not shell commands. */
export function block(page: string, heading: string, nth = 1): string {
  const match = blocksOf(page).filter((each) => each.heading === heading && each.language !== 'sh')[nth - 1]

  if (!match) throw new Error(`${page} has no block ${nth} of code below "${heading}".`)

  return match.code
}
