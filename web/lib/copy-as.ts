import { parseJson } from './json.ts'

/** A request to render as code for another tool. */
export interface RequestToCopy {
  readonly method: string
  /** An absolute URL, unless `withBase()` has changed its base. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
  /** Its response, which the msw handler returns. */
  readonly response?: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body?: string | undefined
  }
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

export const codeFormats = ['fetch', 'curl', 'Playwright', 'msw handler'] as const
export type CodeFormat = (typeof codeFormats)[number]

/** Writes a request as code. */
export function copyAs(format: CodeFormat, request: RequestToCopy): string {
  return writers[format](request, request.hasVariables ? withVariables : withoutVariables)
}

const writers: Record<CodeFormat, (request: RequestToCopy, write: TextWriter) => string> = {
  fetch: (request, { quoted }) => {
    const body = bodyAsCode(request.body)
    const options = optionsAsCode({
      method: request.method === 'GET' ? undefined : quoted(request.method),
      headers: headersAsCode(request.headers, quoted),
      body: body?.startsWith('"') ? body : body && `JSON.stringify(${body})`,
    })

    return `const response = await fetch(${quoted(request.url)}${options})\n`
  },

  curl: ({ method, url, headers, body }, { shell }) =>
    [
      `curl ${method === 'HEAD' ? '--head ' : method === 'GET' && body === undefined ? '' : `-X ${method} `}${shell(url)}`,
      ...Object.entries(headers).map(([name, value]) => `-H ${shell(`${name}: ${value}`)}`),
      ...(body === undefined ? [] : [`--data-raw ${shellWord(body)}`]),
    ].join(' \\\n  '),

  Playwright: (request, { quoted }) => {
    const { method, url, headers, body } = request
    const hasMethod = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].includes(method)
    const options = optionsAsCode({
      method: hasMethod ? undefined : quoted(method),
      headers: headersAsCode(headers, quoted),
      data: bodyAsCode(body),
    })

    return `const response = await request.${hasMethod ? method.toLowerCase() : 'fetch'}(${quoted(url)}${options})\n`
  },

  'msw handler': ({ method, url, response }) => {
    const { status = 200, headers = {}, body } = response ?? {}
    const mocked = Object.fromEntries(
      Object.entries(headers).filter(([name]) =>
        ['location', 'etag', 'x-global-identifier'].includes(name.toLowerCase()),
      ),
    )
    const options = [
      ...(status === 200 ? [] : [`status: ${status}`]),
      ...(Object.keys(mocked).length > 0 ? [`headers: ${objectOf(mocked, quotedText, 4)}`] : []),
    ]
    const init = options.length > 0 ? `, { ${options.join(', ')} }` : ''
    const json = body === undefined ? undefined : parseJson(body)
    const expression =
      body === undefined || body === ''
        ? `new HttpResponse(null${init || ', { status: 200 }'})`
        : json === undefined
          ? `new HttpResponse(${quotedText(body)}${init})`
          : `HttpResponse.json(${indented(json, 2)}${init})`

    return [
      `import { http, HttpResponse } from 'msw'`,
      ``,
      `export const handler = http.${mswMethod(method)}(${quotedText(`*${pathnameOf(url)}`)}, () =>`,
      `  ${expression},`,
      `)`,
      ``,
    ].join('\n')
  },
}

function mswMethod(method: string): string {
  const name = method.toLowerCase()

  return ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'].includes(name) ? name : 'all'
}

/** The options of a call, each as code; those without a value are omitted. */
function optionsAsCode(options: Readonly<Record<string, string | undefined>>): string {
  const entries = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  )

  return entries.length === 0 ? '' : `, {\n  ${entries.join(',\n  ')},\n}`
}

function headersAsCode(headers: RequestToCopy['headers'], quoted: TextWriter['quoted']): string | undefined {
  return Object.keys(headers).length > 0 ? objectOf(headers, quoted) : undefined
}

function pathnameOf(url: string): string {
  return url.replace(/^(?:https?:\/\/[^/]+|\$BASE_URL)/, '').replace(/[?#][^]*/, '')
}

function objectOf(
  values: Readonly<Record<string, string>>,
  quoted: TextWriter['quoted'],
  indent = 2,
): string {
  const pad = ' '.repeat(indent)
  const lines = Object.entries(values).map(
    ([name, value]) => `${pad}  ${quotedText(name)}: ${quoted(value)},`,
  )

  return `{\n${lines.join('\n')}\n${pad}}`
}

/** A body as a JavaScript expression: JSON as a literal, anything else (and a JSON string) as a quoted string. */
function bodyAsCode(body: string | undefined): string | undefined {
  const json = body === undefined ? undefined : parseJson(body)

  return json === undefined || typeof json === 'string' ? body && quotedText(body) : indented(json, 2)
}

function indented(value: unknown, indent: number): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${' '.repeat(indent)}`)
}

/** Writes the URL and the headers as code. */
interface TextWriter {
  readonly quoted: (text: string) => string
  readonly shell: (text: string) => string
}

const variable = /(\$(?:BASE_URL|TOKEN))/

const withoutVariables: TextWriter = { quoted: quotedText, shell: shellWord }

const withVariables: TextWriter = {
  quoted: (text) =>
    variable.test(text)
      ? `\`${text
          .split(variable)
          .map((part, index) =>
            index % 2 === 1 ? `\${${part.slice(1)}}` : part.replaceAll(/[\\`]|\$(?=\{)/g, String.raw`\$&`),
          )
          .join('')}\``
      : quotedText(text),
  shell: (text) =>
    text
      .split(variable)
      .map((part, index) => (index % 2 === 1 ? `"${part}"` : part && shellWord(part)))
      .join(''),
}

/** A text as a JavaScript literal. Line separators are allowed in JSON, but not in older JavaScript. */
function quotedText(text: string): string {
  return JSON.stringify(text).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}

/** A word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
