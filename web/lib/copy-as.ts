/** A request to put into words for another tool. */
export interface RequestToCopy {
  readonly method: string
  /** Absolute URL. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** What it was answered with, for a handler that answers the same. */
  readonly answer?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | undefined
  }
}

export const copyForms = ['fetch', 'curl', 'Playwright', 'msw handler'] as const
export type CopyForm = (typeof copyForms)[number]

/** Writes a request as code. */
export function copyAs(form: CopyForm, request: RequestToCopy): string {
  return writers[form](request)
}

const writers: Record<CopyForm, (request: RequestToCopy) => string> = {
  fetch: ({ method, url, headers, body }) => {
    const options = [
      ...(method === 'GET' ? [] : [`method: ${quoted(method)}`]),
      ...(Object.keys(headers).length > 0 ? [`headers: ${objectOf(headers)}`] : []),
      ...(body === undefined ? [] : [`body: ${bodyAsCode(body)}`]),
    ]

    return `const response = await fetch(${quoted(url)}${optionsOf(options)})\n`
  },

  curl: ({ method, url, headers, body }) =>
    [
      `curl ${method === 'HEAD' ? '--head ' : method === 'GET' ? '' : `-X ${method} `}${shell(url)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
      ...(body === undefined ? [] : [`--data-raw ${shell(body)}`]),
    ].join(' \\\n  '),

  Playwright: ({ method, url, headers, body }) => {
    const known = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].includes(method)
    const options = [
      ...(known ? [] : [`method: ${quoted(method)}`]),
      ...(Object.keys(headers).length > 0 ? [`headers: ${objectOf(headers)}`] : []),
      ...(body === undefined ? [] : [`data: ${dataAsCode(body)}`]),
    ]

    return `const response = await request.${known ? method.toLowerCase() : 'fetch'}(${quoted(url)}${optionsOf(options)})\n`
  },

  'msw handler': ({ method, url, answer }) => {
    const { status = 200, headers = {}, body } = answer ?? {}
    const kept = Object.fromEntries(
      Object.entries(headers).filter(([name]) =>
        ['location', 'etag', 'x-global-identifier'].includes(name.toLowerCase()),
      ),
    )
    const options = [
      ...(status === 200 ? [] : [`status: ${status}`]),
      ...(Object.keys(kept).length > 0 ? [`headers: ${objectOf(kept, 4)}`] : []),
    ]
    const init = options.length > 0 ? `, { ${options.join(', ')} }` : ''
    const json = body === undefined ? undefined : parsed(body)
    const reply =
      body === undefined || body === ''
        ? `new HttpResponse(null${init || ', { status: 200 }'})`
        : json === undefined
          ? `new HttpResponse(${quoted(body)}${init})`
          : `HttpResponse.json(${indented(json, 2)}${init})`

    return [
      `import { http, HttpResponse } from 'msw'`,
      ``,
      `export const handler = http.${mswMethod(method)}(${quoted(`*${new URL(url).pathname}`)}, () =>`,
      `  ${reply},`,
      `)`,
      ``,
    ].join('\n')
  },
}

function mswMethod(method: string): string {
  const name = method.toLowerCase()

  return ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].includes(name) ? name : 'all'
}

function optionsOf(options: readonly string[]): string {
  return options.length === 0 ? '' : `, {\n  ${options.join(',\n  ')},\n}`
}

function objectOf(values: Readonly<Record<string, string>>, indent = 2): string {
  const pad = ' '.repeat(indent)
  const lines = Object.entries(values).map(([name, value]) => `${pad}  ${quoted(name)}: ${quoted(value)},`)

  return `{\n${lines.join('\n')}\n${pad}}`
}

function bodyAsCode(body: string): string {
  const json = parsed(body)

  return json === undefined ? quoted(body) : `JSON.stringify(${indented(json, 2)})`
}

function dataAsCode(body: string): string {
  const json = parsed(body)

  return json === undefined ? quoted(body) : indented(json, 2)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function indented(value: unknown, indent: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** A text as JavaScript writes it. Line separators may stand in JSON, but not in older JavaScript. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A word of a POSIX shell. */
function shell(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
