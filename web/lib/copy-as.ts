import { parseJson } from './parse-json.ts'

/** A request to render as code for another tool. */
export interface RequestToCopy {
  readonly method: string
  /** An absolute URL. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export const codeFormats = ['curl', 'fetch'] as const
export type CodeFormat = (typeof codeFormats)[number]

export const copyAs: Record<CodeFormat, (request: RequestToCopy) => string> = {
  fetch: ({ method, url, headers, body }) => {
    const lines = Object.entries(headers).map(([name, value]) => `    ${literal(name)}: ${literal(value)},\n`)
    const options = [
      method !== 'GET' && `  method: ${literal(method)},\n`,
      lines.length > 0 && `  headers: {\n${lines.join('')}  },\n`,
      body && `  body: ${bodyAsCode(body)},\n`,
    ].filter(Boolean)

    return `const response = await fetch(${literal(sentUrl(url))}${options.length > 0 ? `, {\n${options.join('')}}` : ''})\n`
  },

  curl: ({ method, url, headers, body }) =>
    [
      // By default, it sends a request for each of the ranges and lists in brackets, and no headers without a value.
      `curl ${method === 'HEAD' ? '--head ' : method === 'GET' && body === undefined ? '' : `-X ${method} `}${/[[\]{}]/.test(url) ? '--globoff ' : ''}${shellWord(sentUrl(url))}`,
      ...Object.entries(headers).map(
        ([name, value]) => `-H ${shellWord(value ? `${name}: ${value}` : `${name};`)}`,
      ),
      ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
    ].join(' \\\n  '),
}

/** A URL as browsers send it, encoded; unchanged if it is incomplete. */
export function sentUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).href : url
}

/** A body as a JavaScript expression: JSON as a literal, anything else (and a JSON string) as a quoted string. */
function bodyAsCode(body: string): string {
  const json = parseJson(body)

  return json === undefined || typeof json === 'string'
    ? literal(body)
    : `JSON.stringify(${JSON.stringify(json, undefined, 2).replaceAll('\n', '\n  ')})`
}

/** A text as a JavaScript literal. Line separators are allowed in JSON, but not in older JavaScript. */
function literal(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
