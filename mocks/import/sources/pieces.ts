import { type JsonObject, isObject } from '../../model/shared/json.ts'
import type { ImportNotes } from '../summary.ts'
import type { Document } from './source.ts'

export const pieceKinds = ['definitions', 'optionLists', 'entities', 'relations'] as const
export type PieceKind = (typeof pieceKinds)[number]

/** One record as it was given. */
export interface Piece {
  readonly kind: PieceKind
  /** Where it was found: `entities/Book/emma.json`, `items.3`. */
  readonly place: string
  readonly value: JsonObject
  /** Whether another system wrote it; otherwise it is in this sandbox's own form, in which errors are not tolerated. */
  readonly isExternal: boolean
}

/** The contents of a source's documents. */
export interface Material {
  readonly pieces: readonly Piece[]
  /** A data file of the sandbox's own, without what is among the pieces. */
  readonly own: JsonObject
}

/** Lists of a data file whose records may also be in the form of another system. */
const lists = ['definitions', 'optionLists', 'entities'] as const

interface Context {
  readonly place: string
  /** Its kind where the content does not tell. */
  readonly expected: PieceKind | undefined
  readonly isExternal: boolean
}

/** Splits a document by its content, not by the names of folders. */
export class PieceReader {
  readonly #notes: ImportNotes
  readonly #pages = new Map<string, { total: number; given: number; place: string }>()
  readonly #pieces: Piece[] = []
  #own: JsonObject | undefined

  constructor(notes: ImportNotes) {
    this.#notes = notes
  }

  read({ place, value, isOneOfMany }: Document, expected?: PieceKind): void {
    const context = { place, expected, isExternal: isOneOfMany }

    if (!isOneOfMany && isObject(value) && !isResponse(value, expected)) this.#readOwn(value)
    else this.#read(value, context)
    // An empty list is no entities, rather than generated ones.
    if (isEmptyList(value)) this.#own ??= { [expected ?? 'entities']: [] }
  }

  /** Whether nothing of what was read can be taken. */
  get isBlank(): boolean {
    return this.#pieces.length === 0 && this.#own === undefined
  }

  /** All that was read; says of pages which ones are missing. */
  finish(): Material {
    for (const { total, given, place } of this.#pages.values()) {
      if (given < total) {
        this.#notes.skipped(
          `A page of a list: ${given} of ${total} are here. Give the other pages too, in one folder or array.`,
          place,
        )
      }
    }

    return { pieces: this.#pieces, own: this.#own ?? {} }
  }

  /** A complete file is taken as it is, which a further export of the same data is then equal to. */
  #readOwn(file: JsonObject): void {
    const others = { ...file }

    for (const kind of file.complete === true ? [] : lists) {
      const records = file[kind]

      // The data file's own schema rejects anything else.
      if (!Array.isArray(records) || !records.every(isObject)) continue
      others[kind] = []
      for (const [index, value] of records.entries()) {
        this.#pieces.push({ kind, place: `${kind}.${index}`, value, isExternal: isFromElsewhere(value) })
      }
    }
    this.#own = others
  }

  #read(value: unknown, context: Context): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) this.#read(item, within(context, index))
    } else if (!isObject(value)) {
      this.#notes.skipped('Neither an object nor a list.', context.place)
    } else if (isWrapped(value)) {
      this.#read(value.data, { ...context, isExternal: true })
    } else if (Array.isArray(value.items)) this.#readPage(value, value.items, context)
    else this.#readRecord(value, context)
  }

  /** The response to a query, a list or a search; aggregates hold definitions and option lists besides. */
  #readPage(page: JsonObject, items: unknown[], context: Context): void {
    const total = [page.total_items, page.totalItemCount].find((count) => typeof count === 'number')
    const external = { ...context, isExternal: true }

    if (total !== undefined) this.#countPage(total, items, context)
    for (const [member, kind] of [
      ['definitions', 'definitions'],
      ['datasources', 'optionLists'],
    ] as const) {
      if (Array.isArray(page[member])) {
        this.#read(page[member], { ...within(external, member), expected: kind })
      }
    }
    for (const [index, item] of items.entries()) {
      this.#read(item, within(within(external, 'items'), index))
    }
  }

  #readRecord(value: JsonObject, { place, expected, isExternal }: Context): void {
    const kind = kindOf(value, expected)

    if (isObject(value.entity))
      this.#readRecord(value.entity, { place, expected: 'entities', isExternal: true })
    else if (kind) {
      this.#pieces.push({ kind, place, value, isExternal: isExternal || isFromElsewhere(value) })
    } else this.#notes.skipped(whyUnknown(value), place)
  }

  #countPage(total: number, items: unknown[], { place, expected }: Context): void {
    const [first] = items
    const kind = isObject(first) ? kindOf(first, expected) : undefined
    const key = `${kind} ${total}`
    const page = this.#pages.get(key) ?? { total, given: 0, place }

    this.#pages.set(key, { ...page, given: page.given + items.length })
  }
}

function within(context: Context, part: string | number): Context {
  return { ...context, place: context.place === '' ? String(part) : `${context.place}.${part}` }
}

function isEmptyList(value: unknown): boolean {
  const list = isObject(value) ? value.items : value

  return Array.isArray(list) && list.length === 0
}

/** Whether it has the form of a response or a package, and not of a data file. */
function isResponse(value: JsonObject, expected: PieceKind | undefined): boolean {
  return Array.isArray(value.items) || isWrapped(value) || kindOf(value, expected) !== undefined
}

/** A file of a package: `{ "version": "2.0.0", "data": {...} }`. */
function isWrapped(value: JsonObject): boolean {
  return isObject(value.data) && typeof value.version === 'string'
}

function kindOf(value: JsonObject, expected: PieceKind | undefined): PieceKind | undefined {
  if (Array.isArray(value.member_groups)) return 'definitions'
  if (value.entitydefinition !== undefined || typeof value.definition === 'string') return 'entities'
  if (Array.isArray(value.values) && typeof value.name === 'string') return 'optionLists'
  if (isRelation(value)) return 'relations'
  if (isObject(value.entity)) return 'entities'
  if (expected === 'optionLists' && typeof value.href === 'string') return undefined

  return expected !== undefined && typeof value.name === 'string' ? expected : undefined
}

/** Whether it is the body of `GET /api/entities/{id}/relations/{name}`. */
function isRelation({ self, parent, parents, child, children }: JsonObject): boolean {
  const href = isObject(self) ? self.href : undefined

  return (
    typeof href === 'string' &&
    /\/relations\/[^/]+$/.test(href) &&
    [parent, parents, child, children].some((end) => end !== undefined)
  )
}

/** Whether it has members of responses and exports, which are not written by hand. */
function isFromElsewhere(value: JsonObject): boolean {
  return ['self', 'entitydefinition', 'created_on', 'modified_on'].some(
    (member) => value[member] !== undefined,
  )
}

function whyUnknown(value: JsonObject): string {
  if (typeof value.name === 'string' && typeof value.href === 'string') {
    return 'Only a link: give the response of GET there.'
  }
  if (Array.isArray(value.rules)) return 'Policies are not imported.'

  return 'None of an entity definition, an entity, an option list and a relation.'
}
