import { parseJson } from './parse-json.ts'

/** A request to render as code for another tool. */
export interface RequestToCopy {
  readonly method: string
  /** An absolute URL, unless `withBase()` has changed its base. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Whether `$BASE_URL` and `$TOKEN` in URL and headers are variables of the code. */
  readonly hasVariables?: boolean
}

/** The base URL in copied code: the sandbox's, none, or a variable. */
export const copyBases = ['sandbox', 'relative', '$BASE_URL'] as const
export type CopyBase = (typeof copyBases)[number]

export const copyBaseLabels: Record<CopyBase, string> = {
  sandbox: 'this sandbox',
  relative: 'none (relative)',
  $BASE_URL: '$BASE_URL',
}

/** The request with another base URL than `origin`; its token becomes a placeholder. */
export function withBase(base: CopyBase, request: RequestToCopy, origin: string): RequestToCopy {
  if (base === 'sandbox') return request

  const path = request.url.startsWith(origin) ? request.url.slice(origin.length) : request.url
  const headers = Object.entries(request.headers).map(([name, value]) => [
    name,
    name.toLowerCase() === 'authorization' ? value.replace(/(?<=^Bearer ).*/, '$TOKEN') : value,
  ])

  return {
    ...request,
    url: base === 'relative' ? path : `$BASE_URL${path}`,
    headers: Object.fromEntries(headers),
    hasVariables: true,
  }
}

export const codeFormats = ['fetch', 'curl'] as const
export type CodeFormat = (typeof codeFormats)[number]

/** Writes a request as code. */
export function copyAs(format: CodeFormat, request: RequestToCopy): string {
  return writers[format](request)
}

const writers: Record<CodeFormat, (request: RequestToCopy) => string> = {
  fetch: ({ method, url, headers, body, hasVariables = false }) => {
    const lines = Object.entries(headers).map(
      ([name, value]) => `    ${quotedText(name)}: ${literal(value, hasVariables)},\n`,
    )
    const options = [
      method !== 'GET' && `  method: ${quotedText(method)},\n`,
      lines.length > 0 && `  headers: {\n${lines.join('')}  },\n`,
      body && `  body: ${bodyAsCode(body)},\n`,
    ].filter(Boolean)

    return `const response = await fetch(${literal(url, hasVariables)}${options.length > 0 ? `, {\n${options.join('')}}` : ''})\n`
  },

  curl: ({ method, url, headers, body, hasVariables = false }) =>
    [
      `curl ${method === 'HEAD' ? '--head ' : method === 'GET' && body === undefined ? '' : `-X ${method} `}${shellWord(url, hasVariables)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`, hasVariables)}`),
      ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
    ].join(' \\\n  '),
}

/** A body as a JavaScript expression: JSON as a literal, anything else (and a JSON string) as a quoted string. */
function bodyAsCode(body: string): string {
  const json = parseJson(body)

  return json === undefined || typeof json === 'string'
    ? quotedText(body)
    : `JSON.stringify(${JSON.stringify(json, undefined, 2).replaceAll('\n', '\n  ')})`
}

const variables = /\$(BASE_URL|TOKEN)/g

/** A text as a JavaScript literal, in which the variables are those of the code. */
function literal(text: string, hasVariables: boolean): string {
  if (!hasVariables || text.search(variables) === -1) return quotedText(text)

  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`).replaceAll(variables, '$${$1}')}\``
}

/** A text as a JavaScript literal. Line separators are allowed in JSON, but not in older JavaScript. */
function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A word of a POSIX shell, in which the variables are those of the shell. */
function shellWord(text: string, hasVariables = false): string {
  if (hasVariables && text.search(variables) !== -1)
    return `"${text.replaceAll(/["\\`]|\$(?!BASE_URL|TOKEN)/g, String.raw`\$&`)}"`

  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
