import { type JsonObject, isObject } from '../../model/shared/json.ts'
import type { ImportNotes } from '../import-summary.ts'
import type { Document } from './source-files.ts'

const recordKinds = ['definitions', 'optionLists', 'entities', 'relations', 'notifications'] as const
export type RecordKind = (typeof recordKinds)[number]

export interface SourceRecord {
  readonly kind: RecordKind
  /** Where it was found: `entities/Book/emma.json`, `items.3`. */
  readonly place: string
  readonly value: JsonObject
  /** Whether it has the format of other systems, whose errors are tolerated, unlike those of the sandbox's own format. */
  readonly isExternal: boolean
}

/** Whether it is a definition or an option list. */
export function isSchema({ kind }: SourceRecord): boolean {
  return kind === 'definitions' || kind === 'optionLists'
}

export interface SourceContents {
  readonly records: readonly SourceRecord[]
  /** A data file in the sandbox's own format, without the lists that are among the records. */
  readonly dataFile: JsonObject
}

/** Lists of a data file whose records may also have the format of other systems. */
const lists = ['definitions', 'optionLists', 'entities'] as const

interface Context {
  readonly place: string
  /** The kind of a record whose content does not show it. */
  readonly expected: RecordKind | undefined
  readonly isExternal: boolean
}

/** Collects the records of documents. Their kind follows from their content, not from the names of folders. */
export class RecordReader {
  readonly #notes: ImportNotes
  readonly #pages = new Map<string, { total: number; given: number; place: string }>()
  readonly #records: SourceRecord[] = []
  #dataFile: JsonObject | undefined

  constructor(notes: ImportNotes) {
    this.#notes = notes
  }

  read({ place, value, isOneOfMany }: Document, expected?: RecordKind): void {
    const context = { place, expected, isExternal: isOneOfMany }

    if (!isOneOfMany && isObject(value) && !isResponse(value, expected)) this.#readOwn(value, expected)
    else this.#read(value, context)
    // An empty list means no entities, instead of generated ones.
    if (isEmptyList(value)) this.#dataFile ??= { [expected ?? 'entities']: [] }
  }

  /** Whether nothing importable was read. */
  get isBlank(): boolean {
    return this.#records.length === 0 && this.#dataFile === undefined
  }

  /** Everything that was read; notes missing pages of lists. */
  finish(): SourceContents {
    for (const { total, given, place } of this.#pages.values()) {
      if (given < total) {
        this.#notes.skipped(
          `Only ${given} of the ${total} items of a list were provided. Provide the other pages too, in one folder or array.`,
          place,
        )
      }
    }

    return { records: this.#records, dataFile: this.#dataFile ?? {} }
  }

  /** A complete file that is the source of all data is imported unchanged, so that a later export is equal to it. */
  #readOwn(file: JsonObject, expected: RecordKind | undefined): void {
    const others = { ...file }

    for (const kind of file.complete === true && expected === undefined ? [] : lists) {
      const records = file[kind]

      // The data file's own schema rejects anything else.
      if (!Array.isArray(records) || !records.every(isObject)) continue
      others[kind] = []
      for (const [index, value] of records.entries()) {
        this.#records.push({ kind, place: `${kind}.${index}`, value, isExternal: hasExternalMembers(value) })
      }
    }
    this.#dataFile = others
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

  /** Reads the response of a query, list or search; that of `/api/aggregates` contains definitions and option lists too. */
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
      this.#records.push({ kind, place, value, isExternal: isExternal || hasExternalMembers(value) })
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

/** Whether it is a response or a file of a package, and not a data file. */
function isResponse(value: JsonObject, expected: RecordKind | undefined): boolean {
  return Array.isArray(value.items) || isWrapped(value) || kindOf(value, expected) !== undefined
}

/** A file of a package: `{ "version": "2.0.0", "data": {...} }`. */
function isWrapped(value: JsonObject): boolean {
  return isObject(value.data) && typeof value.version === 'string'
}

export function kindOf(value: JsonObject, expected: RecordKind | undefined): RecordKind | undefined {
  if (Array.isArray(value.member_groups)) return 'definitions'
  if (typeof value.notificationtype === 'string') return 'notifications'
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
function hasExternalMembers(value: JsonObject): boolean {
  return ['self', 'entitydefinition', 'created_on', 'modified_on'].some(
    (member) => value[member] !== undefined,
  )
}

function whyUnknown(value: JsonObject): string {
  if (typeof value.name === 'string' && typeof value.href === 'string') {
    return 'Only a link: provide the response of GET for it instead.'
  }
  if (Array.isArray(value.rules)) return 'Policies are not imported.'
  if (lists.some((list) => Array.isArray(value[list]))) return 'A data file is read only without other files.'

  return 'Not an entity definition, entity, option list or relation.'
}
