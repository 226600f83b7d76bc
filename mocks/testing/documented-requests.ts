import { readFile } from 'node:fs/promises'

/** A request that a page of `docs/` shows as a curl command. */
export interface DocumentedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** The curl commands of a page, in its order. They stand in indented blocks, quoted with `'`. */
export async function documentedRequests(page: string): Promise<DocumentedRequest[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const commands = text.matchAll(/^ {4}curl(?<words>(?: +(?:'[^']*'|[^\s']+))+)$/gm)

  return Array.from(commands, ({ groups }) => requestOf(wordsOf(groups?.words ?? '')))
}

function wordsOf(command: string): string[] {
  return Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')
}

function requestOf(words: string[]): DocumentedRequest {
  const after = (flag: string): string | undefined =>
    words.includes(flag) ? words[words.indexOf(flag) + 1] : undefined
  const body = after('-d')
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '')
  const header = after('-H')?.split(': ')

  return {
    method: after('-X') ?? (body === undefined ? 'GET' : 'POST'),
    path: `${url.pathname}${url.search}`,
    headers: header ? { [header[0] ?? '']: header[1] ?? '' } : {},
    body,
  }
}
