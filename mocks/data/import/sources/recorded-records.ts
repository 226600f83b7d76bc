import { isObject, lastSegment, servicePath, type Json, type JsonObject } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { Exchange } from '../../model/exchanges/exchange.ts'
import { kindOf, type RecordKind } from './source-records.ts'
import type { Document } from './source-files.ts'

/**
 * What a service returned, in the order of its responses: each definition, option list, entity and notification once, as
 * it was last seen. Responses with some members or cultures of an entity complete those with others.
 */
export function* recordedRecords(
  exchanges: readonly Exchange[],
  deletedBy = ({ method, path }: Exchange) => (method === 'DELETE' ? path : undefined),
): Sliced<Document[]> {
  const records = new Records()

  for (const exchange of exchanges) {
    const { method, path, status } = exchange
    const deleted = deletedBy(exchange)

    yield
    if (status < 200 || status > 299) continue
    if (deleted !== undefined) records.delete(deleted)
    else if (method !== 'DELETE') records.read(exchange.responseJson(), `${method} ${path}`)
  }

  return records.documents
}

/**
 * What a service had when an archive begins, in the order of its responses: each record as it was first seen, without
 * those that were created in between.
 */
export function* recordsAtBeginning(exchanges: readonly Exchange[]): Sliced<Document[]> {
  // Backwards, a creation is a deletion.
  const documents = yield* recordedRecords(exchanges.toReversed(), createdPath)

  return documents.toReversed()
}

/** The path of what a request has created; undefined if it created nothing. */
export function createdPath(exchange: Exchange): string | undefined {
  if (exchange.method !== 'POST' || exchange.status !== 201) return undefined

  const location = exchange.responseHeader('location')
  const identifier = exchange.responseHeader('x-global-identifier')

  if (location !== undefined) return servicePath(location)

  return identifier && `/api/entities/identifier/${encodeURIComponent(identifier)}`
}

class Records {
  readonly #documents = new Map<string, Document & { readonly value: JsonObject }>()

  /** Without relations of entities that were not seen. */
  get documents(): Document[] {
    return [...this.#documents.values()].filter(({ value }) => recordKind(value) !== undefined)
  }

  /** Reads a body: a record, or whatever contains some, such as a page or the result of a search. */
  read(value: unknown, place: string): void {
    if (Array.isArray(value)) {
      for (const item of value) this.read(item, place)
    } else if (isObject(value)) {
      const kind = recordKind(value)
      const key = kind && keyOf(kind, value)

      if (key === undefined) this.read(Object.values(value), place)
      else if (kind === 'relations') this.#putRelation(key, value, place)
      else this.#put(key, value, place)
    }
  }

  /** Forgets what a deleted path returned. */
  delete(path: string): void {
    const identifier = /^\/api\/entities\/identifier\/([^/]+)$/i.test(path) ? lastSegment(path) : undefined

    for (const [key, { value }] of this.#documents) {
      const isDeleted = identifier === undefined ? key === pathKey(path) : value.identifier === identifier

      if (isDeleted) this.#documents.delete(key)
    }
  }

  /** Stores it with its entity, so that it replaces what the entity returned before, and is replaced by what comes later. */
  #putRelation(key: string, value: JsonObject, place: string): void {
    const [owner = key] = key.split('/relations/')

    this.#put(owner, { relations: { [lastSegment(key)]: value } }, this.#documents.get(owner)?.place ?? place)
  }

  #put(key: string, value: JsonObject, place: string): void {
    const before = this.#documents.get(key)?.value ?? {}

    this.#documents.set(key, { place, value: merged(before, value), isOneOfMany: true })
  }
}

/** The kind of a whole record. Facets and the like have the form of an option list, but no address of one. */
function recordKind(value: JsonObject): RecordKind | undefined {
  const kind = kindOf(value, undefined)

  return kind === 'optionLists' && !/\/datasources\//i.test(hrefOf(value)) ? undefined : kind
}

/** What identifies a record; undefined if it can't be told from others. */
function keyOf(kind: RecordKind, value: JsonObject): string | undefined {
  const isNumbered = kind === 'entities' || kind === 'notifications'

  if (isNumbered) return typeof value.id === 'number' ? `/api/${kind}/${value.id}` : undefined
  if (kind === 'relations') return servicePath(hrefOf(value))

  return typeof value.name === 'string' ? `${kind} ${value.name}` : undefined
}

function pathKey(path: string): string {
  const [, collection = '', name] =
    /^\/api\/(entitydefinitions|datasources)\/(?:name\/)?([^/]+)$/i.exec(path) ?? []

  if (name === undefined) return path

  return `${collection.toLowerCase() === 'datasources' ? 'optionLists' : 'definitions'} ${lastSegment(path)}`
}

function hrefOf({ self, href }: JsonObject): string {
  const link = isObject(self) ? self.href : href

  return typeof link === 'string' ? link : ''
}

/** A record with what a later response says of it, which may be a part only. */
function merged(before: JsonObject, later: JsonObject): JsonObject {
  const after = withOtherCultures(before, later)
  const all = { ...before, ...after }

  if (isObject(before.properties)) all.properties = { ...before.properties, ...objectOf(after.properties) }
  if (isObject(before.relations)) {
    const loaded = Object.entries(objectOf(after.relations)).filter(
      ([name, relation]) => wholeness(relation) >= wholeness(objectOf(before.relations)[name]),
    )

    all.relations = { ...before.relations, ...Object.fromEntries(loaded) }
  }

  return all
}

/**
 * An entity with the values of an earlier response in cultures that a later one lacks: only some were requested, because
 * an entity keeps its cultures.
 */
function withOtherCultures(before: JsonObject, after: JsonObject): JsonObject {
  const [known = [], given = []] = [before, after].map(({ cultures }) =>
    Array.isArray(cultures) ? cultures.filter((each) => typeof each === 'string') : [],
  )
  const isUsed = (culture: string, { properties }: JsonObject) =>
    Object.values(objectOf(properties)).some((value) => (objectOf(value)[culture] ?? null) !== null)

  if (!known.some((culture) => !given.includes(culture) && isUsed(culture, before))) return after

  const isByCulture = (value: Json | undefined): value is JsonObject =>
    isObject(value) && Object.keys(value).every((key) => known.includes(key) || given.includes(key))
  const properties = Object.entries(objectOf(after.properties)).map(([name, value]): [string, Json] => {
    const earlier = objectOf(before.properties)[name]

    if (!isByCulture(earlier) || !(value === null || isByCulture(value))) return [name, value]
    const others = Object.entries(earlier).filter(([culture]) => !given.includes(culture))

    return [name, { ...Object.fromEntries(others), ...value }]
  })

  return {
    ...after,
    cultures: [...new Set([...known, ...given.filter((culture) => isUsed(culture, after))])],
    properties: Object.fromEntries(properties),
  }
}

function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {}
}

/** How much of a relation a response has: nothing, its link, some of its entities (and their number), or all of them. */
function wholeness(relation: Json | undefined): number {
  if (!isObject(relation)) return 0

  const { href, self, parent, parents, child, children, parent_total, child_total } = relation
  const links = parents ?? children
  const total = parent_total ?? child_total
  const isPart = typeof total === 'number' && total > (Array.isArray(links) ? links.length : 0)
  // If its definition nests a relation, its link has also what is in it.
  const isLink =
    typeof href === 'string' && [self, parent, parents, child, children].every((each) => each === undefined)

  return isLink ? 1 : isPart ? 2 : 3
}
