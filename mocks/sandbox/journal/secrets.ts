import { isHarmless } from './harmless-values.ts'

/** Endings of the names of secret members, fields, parameters and headers, without punctuation. */
const endings =
  /(?:password|passwd|passphrase|pwd|secret|token|jwt|authorization|credentials?|cookie|sandboxcontrol|(?:api|access|account|private|secret|shared|signing|subscription|encryption|master)key)$/

const redacted = '[redacted]'

/** How many texts within each other are read; what is deeper and may contain a secret is redacted as a whole. */
const maxDepth = 6

/** Whether a name is that of a secret: `client_secret`, `X-Api-Key`, `newPassword`. */
export function isSecretName(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')

  return letters === 'pass' || endings.test(letters)
}

/** Whether a field of a form or a query is a secret: also signatures of URLs, and the console's control token. */
export function isSecretField(field: string): boolean {
  const name = decoded(field.split('=', 1)[0] ?? '')

  return isSecretName(name) || /^control$|(?:^|[^a-z])sig$|signature$/i.test(name)
}

/** What only the texts that may contain a secret have. */
const signs = /=|:\/\/|:\s*["\d[{]|bearer\s|basic\s|authorization\s*:|eyJ|<\w|^\s*[[{"]|^--/i

/**
 * Redacts secrets in a text of any form: JSON, a GraphQL document, a form, form data, a URL, a connection string, prose; and
 * in the texts within it. It may be truncated or invalid. Takes linear time; what is redacted already stays as it is.
 */
export function redactSecrets(text: string, depth = 0): string {
  if (!signs.test(text)) return text
  if (depth === maxDepth) return redacted
  if (text.startsWith('--')) return redactFormData(text, depth)

  return /^[\w.%+$*[\]~-]+=/.test(text) ? redactForm(text, depth) : new Scanner(text, depth).result()
}

/** Redacts secrets in JSON. */
export function redactValue<T>(value: T): T {
  // Only texts are replaced, and what has the name of a secret, by texts.
  return value === undefined ? value : (JSON.parse(redactSecrets(JSON.stringify(value))) as T)
}

/** Redacts secrets in a form or a query. */
export function redactForm(text: string, depth = 0): string {
  return text.replace(/[^&\r\n]+/g, (field) => {
    const at = field.indexOf('=')
    const [name, value] = [field.slice(0, at), field.slice(at + 1)]

    if (at === -1) return redactTokens(field)

    return isSecretField(name) ? `${name}=${redacted}` : `${name}=${redactEncoded(value, depth)}`
  })
}

/** Redacts secrets in the value of a field, which may be a text in itself: JSON, another URL. */
function redactEncoded(value: string, depth: number): string {
  const text = decoded(value)

  if (text === value) return new Scanner(value, depth).result()

  const clean = redactSecrets(text, depth + 1)

  return clean === text ? value : encodeURIComponent(clean)
}

/** Redacts secrets in a `multipart/form-data` body, whose parts have their names in their headers. */
function redactFormData(text: string, depth: number): string {
  return text
    .split('\r\n--')
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const name = end === -1 ? undefined : /\bname="([^"]*)"/.exec(part.slice(0, end))?.[1]

      if (name === undefined) return part
      const content = isSecretName(name) ? redacted : redactSecrets(part.slice(end + 4), depth + 1)

      return `${part.slice(0, end)}\r\n\r\n${content}`
    })
    .join('\r\n--')
}

const token = String.raw`[\w.~+/=-]`

/** What is a secret whatever its name is: tokens and passwords in the forms that HTTP, URLs and XML have for them. */
const tokenRules: readonly (readonly [RegExp, (found: string, kept: string, rest: string) => string])[] = [
  [new RegExp(String.raw`(\bauthorization\s*:\s*\w+\s+)${token}*\w${token}*`, 'gi'), keepFirst],
  // "Bearer of good news" has no token.
  [
    new RegExp(String.raw`(\bbearer\s+)(?=${token}*(?:\d|[._~+/-]\w)|${token}{16})${token}+`, 'gi'),
    keepFirst,
  ],
  [/(\bBasic\s+)([A-Za-z\d+/]{4,}={0,2})/gi, (found, kept, rest) => (isPair(rest) ? kept + redacted : found)],
  [/()\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, keepFirst],
  [/(:\/\/[^\s/?#@:"'<>\\]*:)[^\s/?#"'<>\\]+(?=@)/g, keepFirst],
  [
    /(<([\w.:-]{1,80})(?:\s[^<>]*)?>)[^<>]+(?=<\/)/g,
    (found, kept, name) => (isSecretName(name) ? kept + redacted : found),
  ],
]

function keepFirst(_: string, kept: string): string {
  return kept + redacted
}

/** Whether it is a name and a password, as in the header `Authorization`. */
function isPair(base64: string): boolean {
  try {
    return atob(base64).includes(':')
  } catch {
    return false // not base64
  }
}

function redactTokens(text: string): string {
  return tokenRules.reduce((result, [expression, replace]) => result.replace(expression, replace), text)
}

/** What the scanner stops at: quotes, brackets, separators, and names before a colon. */
const stop = () => /["={}[\](),]|(?<![\w$-])[A-Za-z_$][\w$-]*\s*:/g

/** The members that say what another member of the same object is the value of, and those with the value. */
const labelNames = /^(?:name|key|property|field|parameter|header|member|path|id|identifier)$/i
const valueNames = /values?$/i

/** An object, a list or the arguments of a field. */
interface Group {
  key: string
  label: string
  /** Where the value of its last member begins, if that is the value of what its label names. */
  valueAt: number | undefined
  readonly values: [start: number, end: number][]
}

/** Finds the secrets in a text by its structure: `"name": value`, `name: value`, `name=value`, `{name: "name", value}`. */
class Scanner {
  readonly #text: string
  readonly #depth: number
  readonly #edits: { readonly start: number; readonly end: number; readonly text: string }[] = []
  readonly #outer: Group[] = []
  #group = newGroup()

  constructor(text: string, depth: number) {
    this.#text = text
    this.#depth = depth
  }

  result(): string {
    const text = this.#text
    const next = stop()

    for (let found = next.exec(text); found; found = next.exec(text)) {
      const { 0: match, index: at } = found

      if (match === '"') next.lastIndex = this.#string(at)
      else if (match === '=') next.lastIndex = this.#pair(at)
      else if ('{[('.includes(match)) {
        this.#outer.push(this.#group)
        this.#group = newGroup()
      } else if ('}])'.includes(match)) this.#close(at)
      else if (match === ',') this.#endValue(at)
      else next.lastIndex = this.#member(match.slice(0, -1).trimEnd(), at, next.lastIndex, true)
    }
    while (this.#outer.length > 0) this.#close(text.length)

    return redactTokens(this.#edited())
  }

  /** An edit within another one is left out. */
  #edited(): string {
    const edits = this.#edits.toSorted((a, b) => a.start - b.start || b.end - a.end)
    let result = ''
    let copied = 0

    for (const { start, end, text } of edits) {
      if (start < copied) continue
      result += this.#text.slice(copied, start) + text
      copied = end
    }

    return result + this.#text.slice(copied)
  }

  #redact(start: number, end: number): void {
    this.#edits.push({ start, end, text: `"${redacted}"` })
  }

  /** @returns where to go on */
  #string(start: number): number {
    const end = endOfString(this.#text, start)
    const content = contentOf(this.#text.slice(start, end))
    const colon = skipSpace(this.#text, end)

    if (this.#text[colon] === ':') return this.#member(content, start, colon + 1, false)
    if (labelNames.test(this.#group.key)) this.#group.label = content

    const clean = redactSecrets(content, this.#depth + 1)

    if (clean !== content) this.#edits.push({ start, end, text: JSON.stringify(clean) })

    return end
  }

  /** A name and the colon behind it. Names without quotes are also aliases and variables of GraphQL, and words of prose. */
  #member(name: string, start: number, afterColon: number, isBare: boolean): number {
    const text = this.#text
    let value = skipSpace(text, afterColon)

    this.#endValue(start)
    this.#group.key = name
    if (name.startsWith('$')) {
      const defaultValue = /[\w\s![\]]*=\s*/y

      defaultValue.lastIndex = value
      if (!defaultValue.test(text)) return value
      value = defaultValue.lastIndex
    }
    const isMember = !isBare || (this.#outer.length > 0 && /["[{\d-]/.test(text.charAt(value)))

    if (isMember && isSecretName(name)) {
      const end = endOfValue(text, value)

      if (end === value || isHarmless(text.slice(value, end))) return value
      this.#redact(value, end)

      return end
    }
    if (valueNames.test(name)) this.#group.valueAt = value

    return value
  }

  #endValue(end: number): void {
    const { valueAt, values } = this.#group

    if (valueAt !== undefined) values.push([valueAt, end])
    this.#group.valueAt = undefined
  }

  #close(at: number): void {
    this.#endValue(at)

    const { label, values } = this.#group

    for (const [start, end] of isSecretName(label) ? values : []) {
      const value = this.#text.slice(start, end).trimEnd()
      // The values of an option list have names and labels.
      const isList = value.startsWith('[') && value.includes('{')

      if (value !== '' && !isList && !isHarmless(value)) this.#redact(start, start + value.length)
    }
    this.#group = this.#outer.pop() ?? newGroup()
  }

  /** `name=value`, in a URL, a connection string or prose. */
  #pair(at: number): number {
    const text = this.#text
    let start = at

    while (start > 0 && at - start < 100 && !/[&?#;,"'<>({|\r\n=]/.test(text.charAt(start - 1))) start -= 1

    const next = /[=\t ]*/y

    next.lastIndex = at + 1
    next.test(text)

    const value = next.lastIndex

    if (!isSecretField(text.slice(start, at))) {
      const simple = /[^\s&"'<>;=]*/y

      simple.lastIndex = value
      const [found = ''] = simple.exec(text) ?? []
      const clean = found.includes('%') ? redactEncoded(found, this.#depth) : found

      if (clean !== found) this.#edits.push({ start: value, end: value + found.length, text: clean })

      return clean === found ? value : value + found.length
    }

    const end = this.#endOfPair(start, value)

    if (end > value) this.#edits.push({ start: value, end, text: redacted })

    return end
  }

  /** Values in connection strings end with a semicolon, others with a space too. */
  #endOfPair(start: number, value: number): number {
    const text = this.#text
    const before = text.charAt(start - 1)
    const quote = text.charAt(value)
    const part = /[^;&\r\n"]*/y

    if (quote === '"') return endOfString(text, value)
    if (quote === "'") return text.indexOf(quote, value + 1) + 1 || text.length

    part.lastIndex = value
    part.test(text)
    if (before === ';' || (/^[\r\n]?$/.test(before) && text[part.lastIndex] === ';')) return part.lastIndex

    const word = /(?:[^\s&"'<>;]|;(?!\s*[\w. -]{1,40}=))*/y

    word.lastIndex = value
    word.test(text)

    return word.lastIndex
  }
}

function newGroup(): Group {
  return { key: '', label: '', valueAt: undefined, values: [] }
}

/** The end of the value that begins at `start`: a string, an array, an object or a literal. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  let at = start

  while (at < text.length) {
    const character = text[at] ?? ''

    if (character === '"') at = endOfString(text, at)
    else if ('[{'.includes(character)) {
      depth += 1
      at += 1
    } else if (depth === 0 && /[\s,\]})]/.test(character)) return at
    else {
      if (']}'.includes(character)) depth -= 1
      at += 1
    }
    if (depth === 0 && '"]}'.includes(character)) return at
  }

  return at
}

/** Also of a block string of GraphQL. */
function endOfString(text: string, start: number): number {
  if (text.startsWith('"""', start)) {
    const end = text.indexOf('"""', start + 3)

    return end === -1 ? text.length : end + 3
  }
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }

  return text.length
}

function skipSpace(text: string, start: number): number {
  let at = start

  while (/\s/.test(text.charAt(at))) at += 1

  return at
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim()
  } catch {
    return text // invalid encoding
  }
}

/** The content of a string literal, which may be truncated. */
function contentOf(literal: string): string {
  for (const each of [literal, `${literal.replace(/\\(?:u[\da-f]{0,3})?$/i, '')}"`]) {
    try {
      return String(JSON.parse(each))
    } catch {
      continue // not JSON, or truncated
    }
  }

  return literal.replace(/^"{1,3}/, '').replace(/"{1,3}$/, '')
}
