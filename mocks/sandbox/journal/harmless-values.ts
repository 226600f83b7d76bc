/** Length up to which a value may be a link. It bounds what is read again if links contain others. */
const maxLinkLength = 1000

/** Whether a value is no secret in itself, whatever its name is: a link, such as `reset_password` of the API root. */
export function isHarmless(value: string): boolean {
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
