import { isObject } from '../../data/model/shared/json.ts'

/** How the names of secret members, fields, parameters and headers end; digits and punctuation may follow. */
const nameEnd = String.raw`(?:\bpass|password|passwd|passphrase|pwd|secret|token|jwt|authorization|credentials?|cookie|sandbox[_.-]?control|(?:api|access|account|private|secret|shared|signing|subscription|encryption|master)[_.-]?key)(?:[\d_.\]-]|%5D)*`
/** Of fields of a form or a query: also signatures of URLs, and the console's control token. */
const fieldEnd = String.raw`(?:${nameEnd}|signature|(?<![a-z])sig|(?<![^?&#])control)`
const secretName = new RegExp(`${nameEnd}$`, 'i')
const secretField = new RegExp(`${fieldEnd}$`, 'i')

const redacted = '[redacted]'

/** How many texts within each other are read; what is deeper is redacted as a whole if it may contain a secret. */
const maxDepth = 6

/** Whether a name is that of a secret: `client_secret`, `X-Api-Key`, `newPassword`. */
export function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** Whether a field of a form or a query, `name=value`, is a secret. */
export function isSecretField(field: string): boolean {
  return secretField.test(decoded(field.split('=', 1)[0] ?? ''))
}

/** What all forms of secrets have one of: no text without these is read any further. */
export const mayHaveSecret = /[=:"]|\b(?:bearer|basic)\s|\beyJ/i

/**
 * Redacts secrets in a text: in JSON by the names of its members, and in JSON within its texts; in everything else,
 * truncated JSON too, in the forms of `secretForms`. What is redacted already stays as it is.
 */
export function redactSecrets(text: string, depth = 0): string {
  if (!mayHaveSecret.test(text)) return text
  if (depth === maxDepth) return /[=:]/.test(text) ? redacted : text
  if (/^\s*[[{"]/.test(text)) {
    try {
      const value: unknown = JSON.parse(text)
      const [before, after] = [JSON.stringify(value), redactedJson(value, depth)]

      return before === after ? text : after
    } catch {
      // not JSON, truncated, or nested too deep
    }
  }

  return /^[\w.%+$*[\]~-]+=/.test(text) ? redactForm(text, depth) : redactText(text, depth)
}

function redactText(text: string, depth: number): string {
  return secretForms.reduce(
    (result, [pattern, shown]) => result.replace(pattern, shown),
    text.replace(/(?<==)[^\s&"'<>;=#]*%[^\s&"'<>;=#]*/g, (value) => redactEncoded(value, depth)),
  )
}

/** Redacts secrets in JSON. */
export function redactValue<T>(value: T): T {
  // Only texts are replaced, and what has the name of a secret, by texts.
  return value === undefined ? value : (JSON.parse(redactedJson(value, 0)) as T)
}

/** Redacts secrets in a form or a query. */
export function redactForm(text: string, depth = 0): string {
  const field = (each: string) =>
    isSecretField(each) ? each.replace(/=[^]*/, `=${redacted}`) : redactText(each, depth)

  return text.split('&').map(field).join('&')
}

/** Redacts secrets in an encoded value of a field: JSON, another URL. */
function redactEncoded(value: string, depth: number): string {
  const text = decoded(value)
  const clean = redactSecrets(text, depth + 1)

  return clean === text ? value : encodeURIComponent(clean)
}

/** The members that say what another member of the same object is the value of. */
const labelName = /^(?:name|key|property|field|parameter|header|path|id|identifier)$/i

function redactedJson(root: unknown, depth: number): string {
  return JSON.stringify(root, (name, value: unknown) => {
    if (isSecretName(name) && !isHarmless(value)) return redacted
    if (typeof value === 'string') return redactSecrets(value, depth + 1)
    if (!isObject(value) || !hasSecretLabel(value)) return value

    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        /value$/i.test(key) || (key === 'values' && !JSON.stringify(inner).includes('{')) ? redacted : inner,
      ]),
    )
  })
}

function hasSecretLabel(value: object): boolean {
  return Object.entries(value).some(
    ([name, label]) => labelName.test(name) && typeof label === 'string' && isSecretName(label),
  )
}

/** Whether a value is no secret, whatever its name is: a flag, or links, such as `reset_password` of the API root. */
function isHarmless(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'boolean' || value === null

  return Object.entries(value).every(([name, inner]) =>
    typeof inner === 'string'
      ? (name === 'href' && /^(https?:\/\/[^/?#@]+)?\/[^?#]*$/i.test(inner)) ||
        (name === 'title' && 'href' in value)
      : isHarmless(inner),
  )
}

/** A string, its quotes escaped in JSON within JSON, and of GraphQL; it may be truncated. */
const string = String.raw`"""[^]*?(?:"""|$)|"(?:[^"\\]|\\[^])*"?|\\+"[^"]*"?`
const token = String.raw`(?=[\w]*[\d._~+/=-]|\w{16})[\w.~+/=-]{4,}`

/** What is a secret in a text that is no JSON. Each takes linear time. */
export const secretForms: readonly (readonly [RegExp, string])[] = [
  // "name": value, name: "value", $name: String = "value". An object is redacted to the end of the text.
  [
    new RegExp(
      String.raw`(${nameEnd}(?:\\*"\s*:\s*(?!true|false|null|\[redacted)|\s*:\s*(?:[A-Za-z[][\w![\] ]*=\s*)?(?=[\\"\d{[-])(?!\[redacted)))(?:${string}|[[{][^]*|[^\s,\]}"]+)`,
      'gi',
    ),
    `$1"${redacted}"`,
  ],
  // name=value, in a URL, a connection string or prose
  [
    new RegExp(String.raw`(${fieldEnd}[ \t]*=[ \t=]*)(?:"[^"]*"?|'[^']*'?|[^\s&;"'<>][^&;\r\n"'<>]*)`, 'gi'),
    `$1${redacted}`,
  ],
  // the code of a sign-in and its verifier: long, other than the codes of errors and countries
  [/((?<![^\s"'?&#])code(?:_verifier)?=)[^\s&;"'<>#]{32,}/gi, `$1${redacted}`],
  // a part of form data
  [
    new RegExp(String.raw`(${nameEnd}"\r\n(?:[\w-]+:[^\r\n]*\r\n)?\r\n)[^]*?(?=\r\n--|$)`, 'gi'),
    `$1${redacted}`,
  ],
  // tokens, and the password of a URL
  [new RegExp(String.raw`(\b(?:bearer|basic)\s+|authorization\s*:\s*\w+\s+)${token}`, 'gi'), `$1${redacted}`],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}(?:\.[\w-]*)?/g, redacted],
  [/(:\/\/[^\s/?#@:"'<>\\]*:)[^\s/?#"'<>\\]+(?=@)/g, `$1${redacted}`],
]

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim()
  } catch {
    return text // invalid encoding
  }
}
