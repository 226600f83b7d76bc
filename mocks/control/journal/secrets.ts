/** Members of bodies and queries whose values are nobody's business. */
const secretNames = /^(.*password|client_?secret|access_?token|refresh_?token)$/i

const hidden = '[hidden]'

/** A member of JSON text with what it holds, which may be cut off: `"name": "text"`, `"name": 5`. */
const member = /("(?:[^"\\]|\\.)*")(\s*:\s*)("(?:[^"\\]|\\.)*(?:"|\\?$)|[^\s"{[,\]}][^\s,\]}]*)/g

/** The text of a body, without passwords and tokens. Forms and JSON are told apart by what they look like. */
export function hideSecrets(text: string): string {
  return /^\s*[{["]/.test(text) ? hideInJson(text) : hideInForm(text)
}

/** A form, or the query of an address. */
export function hideInForm(text: string): string {
  return text
    .split('&')
    .map((field) => {
      const [name = ''] = field.split('=', 1)

      return name !== field && isSecret(decodeName(name)) ? `${name}=${hidden}` : field
    })
    .join('&')
}

function hideInJson(text: string): string {
  return text.replace(member, (whole, name: string, colon: string) =>
    isSecret(readName(name)) ? `${name}${colon}"${hidden}"` : whole,
  )
}

function isSecret(name: string): boolean {
  return secretNames.test(name)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll('+', ' ')).trim()
  } catch {
    return name // not encoded, so as it stands
  }
}

function readName(name: string): string {
  try {
    return String(JSON.parse(name))
  } catch {
    return name.slice(1, -1) // no JSON, so as it stands
  }
}
