/** Endings of the names of secret members, fields, parameters and headers, without punctuation. */
const endings =
  /(?:password|passwd|passphrase|secret|token|apikey|authorization|credentials?|cookie|sandboxcontrol)$/

const redacted = '[redacted]'

/** Whether a name is that of a secret: `client_secret`, `X-Api-Key`, `newPassword`. */
export function isSecretName(name: string): boolean {
  return endings.test(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** Redacts passwords and tokens in a body. Its format is guessed from its first characters. */
export function redactSecrets(text: string): string {
  if (/^\s*[{["]/.test(text)) return redactJson(text)

  return text.startsWith('--') ? redactFormData(text) : redactForm(text)
}

/** Redacts secrets in a form or a query, including the control token in the `control` parameter of the console's URL. */
export function redactForm(text: string): string {
  return text.replace(/[^&\r\n]+/g, (field) => {
    const [name = ''] = field.split('=', 1)
    const decoded = decodeName(name)

    return name !== field && (decoded === 'control' || isSecretName(decoded)) ? `${name}=${redacted}` : field
  })
}

/** Redacts secrets in the query and fragment of a URL. */
export function redactUrl(url: string): string {
  const at = url.search(/[?#]/)

  return at === -1 ? url : url.slice(0, at + 1) + redactForm(url.slice(at + 1))
}

/** Redacts secrets in a `multipart/form-data` body, whose parts have their names in their headers. */
function redactFormData(text: string): string {
  return text
    .split('\r\n--')
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const name = end === -1 ? undefined : /\bname="([^"]*)"/.exec(part.slice(0, end))?.[1]

      return name !== undefined && isSecretName(name) ? `${part.slice(0, end)}\r\n\r\n${redacted}` : part
    })
    .join('\r\n--')
}

/** Redacts secrets in JSON, which may be truncated or invalid. Takes linear time. */
function redactJson(text: string): string {
  let result = ''
  let copied = 0

  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at)) {
    const end = endOfString(text, at)
    const colon = skipSpace(text, end)

    if (text[colon] !== ':' || !isSecretName(readName(text.slice(at, end)))) {
      at = end
      continue
    }

    const value = skipSpace(text, colon + 1)

    at = endOfValue(text, value)
    if (at === value) continue
    if (isHarmless(text.slice(value, at))) {
      at = value
      continue
    }
    result += `${text.slice(copied, value)}"${redacted}"`
    copied = at
  }

  return result + text.slice(copied)
}

/** Length up to which a value may be a link. It bounds what is read again if links contain others. */
const maxLinkLength = 1000

/** Whether a value is no secret in itself, whatever its name is: a link, such as `reset_password` of the API root. */
function isHarmless(value: string): boolean {
  if (/^(true|false|null)$/.test(value)) return true
  if (!value.startsWith('{') || value.length > maxLinkLength) return false

  try {
    return isLink(JSON.parse(value))
  } catch {
    return false // truncated or invalid
  }
}

/** A path or an address, without user and query; it may be a template. */
const address = /^(https?:\/\/[^/?#@]+)?\/[^?#]*(\{[?&][\w,*]+\})*$/i

/** The members of links and relations, besides `href` and `title`. */
const linkMembers = new Set([
  'templated',
  'self',
  'parent',
  'parents',
  'child',
  'children',
  'inherits_security',
])

/** Whether a value has only members of links and relations, and no text that may be a secret. */
function isLink(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isLink)
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null

  return Object.entries(value).every(([name, inner]) => {
    if (name === 'href') return typeof inner === 'string' && address.test(inner)
    if (name === 'title') return typeof inner === 'string' && 'href' in value

    return linkMembers.has(name) && isLink(inner)
  })
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
    } else if (depth === 0 && /[\s,\]}]/.test(character)) return at
    else {
      if (']}'.includes(character)) depth -= 1
      at += 1
    }
    if (depth === 0 && '"]}'.includes(character)) return at
  }

  return at
}

function endOfString(text: string, start: number): number {
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

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim()
  } catch {
    return name // invalid encoding
  }
}

function readName(name: string): string {
  try {
    return String(JSON.parse(name))
  } catch {
    return name.slice(1, -1) // invalid JSON
  }
}
