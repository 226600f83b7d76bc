/** The kinds of token that can come next in a JSON text. */
type Wanted = 'value' | 'value or ]' | 'name' | 'name or }' | ':' | 'more' | 'nothing'

/**
 * JSON.parse, with the same words wherever it runs: engines describe what is wrong each in their own, and a response
 * must not depend on them.
 *
 * @throws {SyntaxError} that says where the text stops being JSON
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new SyntaxError(faultIn(text))
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true }) // drops a byte order mark

/**
 * The text that bytes hold.
 *
 * @throws {SyntaxError} when it is no UTF-8
 */
export function readUtf8(bytes: Uint8Array | undefined): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new SyntaxError('its bytes are no UTF-8')
  }
}

/** Where a text stops being JSON: `unexpected "}" at line 2, column 1`. */
function faultIn(text: string): string {
  const open: string[] = []
  let wanted: Wanted = 'value'
  let at = 0

  for (;;) {
    at += /^[ \t\n\r]*/.exec(text.slice(at, at + 1000))?.[0].length ?? 0
    if (isSpace(text[at])) continue
    const token = tokenAt(text, at)
    const next = after(wanted, kindOf(token), open)

    if (next === undefined) return at >= text.length ? 'it ends too early' : `unexpected ${placed(text, at)}`
    wanted = next
    at += token.length
  }
}

function isSpace(letter: string | undefined): boolean {
  return letter !== undefined && ' \t\n\r'.includes(letter)
}

/** The text, number, word or sign that begins here; empty where none does. */
function tokenAt(text: string, at: number): string {
  if (text[at] === '"') return stringAt(text, at)

  return (
    /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|[[\]{}:,])/.exec(
      text.slice(at, at + 1000),
    )?.[0] ?? ''
  )
}

/** Empty where a text does not end, or has what none may have. */
function stringAt(text: string, at: number): string {
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (text[end] === '"') {
      const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/g
      const found = text.slice(at, end + 1)

      // oxlint-disable-next-line no-control-regex -- which is what JSON rejects
      return /[\\\u0000-\u001f]/.test(found.replaceAll(escaped, '')) ? '' : found
    }
  }

  return ''
}

function kindOf(token: string): string {
  if (token === '' || '[]{}:,'.includes(token)) return token

  return token.startsWith('"') ? 'text' : 'value'
}

/** The kinds that can come after a token; undefined where the token is not allowed. Updates the stack of open brackets. */
function after(wanted: Wanted, kind: string, open: string[]): Wanted | undefined {
  const isValue = wanted === 'value' || wanted === 'value or ]'
  const closes = { '}': '{', ']': '[' }[kind]

  if (closes !== undefined) {
    if (open.at(-1) !== closes || !(wanted === 'more' || wanted.endsWith(` or ${kind}`))) return undefined
    open.pop()

    return open.length > 0 ? 'more' : 'nothing'
  }
  if (kind === '{' || kind === '[') {
    if (!isValue) return undefined
    open.push(kind)

    return kind === '{' ? 'name or }' : 'value or ]'
  }
  if (kind === ':') return wanted === ':' ? 'value' : undefined
  if (kind === ',') return wanted === 'more' ? (open.at(-1) === '{' ? 'name' : 'value') : undefined
  if (kind === 'text' && wanted.startsWith('name')) return ':'
  if (kind === '' || !isValue) return undefined

  return open.length > 0 ? 'more' : 'nothing'
}

function placed(text: string, at: number): string {
  const lines = text.slice(0, at).split('\n')
  const letter = String.fromCodePoint(text.codePointAt(at) ?? 0)

  return `${JSON.stringify(letter)} at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`
}
