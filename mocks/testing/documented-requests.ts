import { readFile } from 'node:fs/promises'

/** A request that a page of `docs/` shows as a curl command. */
export interface DocumentedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Commands that need a shell, never end, or are for another machine. */
const isElsewhere = /\s>\s|@|\s-N\s|<token>/

/**
 * The curl commands of a page, in its order. They are in blocks of `sh`.
 *
 * @throws when one is written in a way that is not understood here
 */
export async function documentedRequests(page: string): Promise<DocumentedRequest[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const shown = text.match(/^curl /gm) ?? []
  const commands = Array.from(
    text.matchAll(/^curl(?<words>(?: +(?:'[^']*'|"[^"]*"|\\\n|[^\s'"\\]+))+)$/gm),
    ({ groups }) => groups?.['words'] ?? '',
  )

  if (commands.length < shown.length) {
    throw new Error(
      `Failed to read docs/${page}: of ${shown.length} curl commands ${commands.length} are plain.`,
    )
  }

  return commands.filter((words) => !isElsewhere.test(words)).map((words) => requestOf(wordsOf(words)))
}

function wordsOf(command: string): string[] {
  return Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"\\]+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

function requestOf(words: readonly string[]): DocumentedRequest {
  const after = (...flags: string[]) => words.filter((_, index) => flags.includes(words[index - 1] ?? ''))
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '')
  const data = after('-d', '--data-urlencode')
  const isQuery = words.includes('-G')
  const body = isQuery || data.length === 0 ? undefined : data.join('&')
  const [cookie] = after('-b')

  if (isQuery) for (const pair of data) url.searchParams.append(...nameAndValue(pair, '='))

  return {
    method: after('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...Object.fromEntries(after('-H').map((header) => nameAndValue(header, ': '))),
    },
    body,
  }
}

function nameAndValue(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)

  return [text.slice(0, at), text.slice(at + separator.length)]
}
