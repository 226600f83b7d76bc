import { isObject, lastSegment, type Json } from '../../model/shared/json.ts'

/** A reference to an entity in another system: its id there, its identifier, or both. */
export interface ExternalReference {
  readonly id?: number | undefined
  readonly identifier?: string | undefined
}

/** The reference of a link: an address, or only the identifier in package files. */
export function referenceIn(link: Json | undefined): ExternalReference | undefined {
  const href = isObject(link) ? link.href : link
  const identifier = isObject(link) && typeof link.identifier === 'string' ? link.identifier : undefined

  if (typeof href !== 'string' || href === '') return identifier === undefined ? undefined : { identifier }

  const isAddress = href.includes('/')
  const last = isAddress ? lastSegment(href) : href
  const id = /^\d+$/.test(last) ? Number(last) : undefined
  const isById = id !== undefined && isAddress && !/\/identifier\/[^/]+\/?$/.test(href)

  return isById ? { id, identifier } : { id: isAddress ? undefined : id, identifier: last }
}
