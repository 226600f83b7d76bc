import { readFile } from 'node:fs/promises'

/** A request that a page of `docs/` shows as a curl command. */
export interface DocumentedRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

/** Matches commands that need a shell, never end, or are for another machine. */
const skipped = /\s>\s|@|\s-N\s|<token>/

/**
 * The requests of the curl commands of a page, in the page's order.
 *
 * @throws when a command cannot be parsed
 */
export async function documentedRequests(page: string): Promise<DocumentedRequest[]> {
  const text = await readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const lines = text.match(/^curl /gm) ?? []
  const commands = Array.from(
    text.matchAll(/^curl(?<words>(?: +(?:'[^']*'|"[^"]*"|\\\n|[^\s'"\\]+))+)$/gm),
    ({ groups }) => groups?.['words'] ?? '',
  )

  if (commands.length < lines.length) {
    throw new Error(
      `Failed to read docs/${page}: only ${commands.length} of ${lines.length} curl commands can be parsed.`,
    )
  }

  return commands.filter((words) => !skipped.test(words)).map((words) => requestOf(wordsOf(words)))
}

function wordsOf(command: string): string[] {
  return Array.from(
    command.matchAll(/'([^']*)'|"([^"]*)"|([^\s'"\\]+)/g),
    ([, single, double, plain]) => single ?? double ?? plain ?? '',
  )
}

function requestOf(words: readonly string[]): DocumentedRequest {
  const valuesOf = (...flags: string[]) => words.filter((_, index) => flags.includes(words[index - 1] ?? ''))
  const url = new URL(words.find((word) => word.startsWith('http')) ?? '')
  const data = valuesOf('-d', '--data-urlencode')
  const isQuery = words.includes('-G')
  const body = isQuery || data.length === 0 ? undefined : data.join('&')
  const [cookie] = valuesOf('-b')

  if (isQuery) for (const pair of data) url.searchParams.append(...nameAndValue(pair, '='))

  return {
    method: valuesOf('-X')[0] ?? (body === undefined ? 'GET' : 'POST'),
    path: `${url.pathname}${url.search}`,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...Object.fromEntries(valuesOf('-H').map((header) => nameAndValue(header, ': '))),
    },
    body,
  }
}

function nameAndValue(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)

  return [text.slice(0, at), text.slice(at + separator.length)]
}
