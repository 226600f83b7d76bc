/** Endings of the names of secret members, fields, parameters and headers, without punctuation. */
const endings =
  /(?:password|passwd|passphrase|secret|token|apikey|authorization|credentials?|cookie|sandboxcontrol)$/

const hidden = '[hidden]'

/** Whether a name is one of a secret: `client_secret`, `X-Api-Key`, `newPassword`. */
export function isSecretName(name: string): boolean {
  return endings.test(name.toLowerCase().replace(/[^a-z]/g, ''))
}

/** The text of a body, without passwords and tokens. What it is follows from what it looks like. */
export function hideSecrets(text: string): string {
  if (/^\s*[{["]/.test(text)) return hideInJson(text)

  return text.startsWith('--') ? hideInParts(text) : hideInForm(text)
}

/** A form, or the query of an address; the one of a page of the console may bring the control token. */
export function hideInForm(text: string): string {
  return text.replace(/[^&\r\n]+/g, (field) => {
    const [name = ''] = field.split('=', 1)
    const decoded = decodeName(name)

    return name !== field && (decoded === 'control' || isSecretName(decoded)) ? `${name}=${hidden}` : field
  })
}

/** An address: its query is like a form. */
export function hideInAddress(address: string): string {
  const at = address.search(/[?#]/)

  return at === -1 ? address : address.slice(0, at + 1) + hideInForm(address.slice(at + 1))
}

/** A form in parts (`multipart/form-data`): each has its name in its head. */
function hideInParts(text: string): string {
  return text
    .split('\r\n--')
    .map((part) => {
      const end = part.indexOf('\r\n\r\n')
      const name = end === -1 ? undefined : /\bname="([^"]*)"/.exec(part.slice(0, end))?.[1]

      return name !== undefined && isSecretName(name) ? `${part.slice(0, end)}\r\n\r\n${hidden}` : part
    })
    .join('\r\n--')
}

/** JSON that may be cut off, or be none. Reads each character once. */
function hideInJson(text: string): string {
  let shown = ''
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
    shown += `${text.slice(copied, value)}"${hidden}"`
    copied = at
  }

  return shown + text.slice(copied)
}

/** Where a value ends that begins at a place: text, a list or an object as a whole, or a word. */
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
    return name // not encoded, so unchanged
  }
}

function readName(name: string): string {
  try {
    return String(JSON.parse(name))
  } catch {
    return name.slice(1, -1) // not JSON, so unchanged
  }
}
