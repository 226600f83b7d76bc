import type { MarkdownRenderer } from 'vitepress'

/** Markdown gives every table a row of headings. Without headings the row is removed; an empty one is no heading. */
export function headlessTables(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('headless-tables', ({ tokens }) => {
    for (let at = 0; at < tokens.length; at++) {
      if (tokens[at].type !== 'thead_open') continue

      const length = tokens.slice(at).findIndex(({ type }) => type === 'thead_close') + 1
      const head = tokens.slice(at, at + length)

      if (head.every(({ content }) => content === '')) tokens.splice(at, length)
      else
        head.forEach(({ type, content }, index) => type === 'inline' && content === '' && asCell(head, index))
    }
  })
}

function asCell(head: { tag: string }[], index: number): void {
  for (const token of [head[index - 1], head[index + 1]]) token.tag = 'td'
}
