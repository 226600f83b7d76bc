import { gzipSync } from 'node:zlib'
import { isObject, type Json } from '../mocks/model/shared/json.ts'
import { createStream } from '../mocks/model/shared/random-stream.ts'
import { columnReader, draws, drawnValue, type PackedColumn } from '../mocks/seed/generator/unpack-columns.ts'
import { listDivider } from '../mocks/seed/generator/unpack-texts.ts'
import type { PhraseBook } from './pack-texts.ts'

export interface ColumnContext {
  readonly book: PhraseBook
  readonly cultures: readonly string[]
  /** Of generated entities, where they come from. */
  readonly records:
    | { readonly seed: number; readonly definition: string; readonly createdOn: readonly string[] }
    | undefined
}

type Column = readonly Json[]

/** Each column in the form that takes the least space. */
export function packColumns(columns: ReadonlyMap<string, Column>, context: ColumnContext): PackedColumn[] {
  const paths = [...columns.keys()]
  const all = [...columns.values()]
  const distinct = paths.map((path) => {
    const first = context.cultures.reduce(
      (found, each) => found.replace(`\n${each}`, `\n${context.cultures[0]}`),
      path,
    )

    return new Set(jsonOf(columns.get(first) ?? [])).size
  })
  const packed = new Map<number, PackedColumn>()

  // A column that decides others has at least as many values, and so comes before them.
  const order = paths.map((_, position) => position)

  for (const position of order.sort((one, other) => (distinct[other] ?? 0) - (distinct[one] ?? 0))) {
    const column = all[position] ?? []
    const given = { position, paths, all, packed }
    const forms = [
      column,
      ...byOthers(given),
      ...namesFrom(given),
      ...megabytesFrom(given),
      ...daysOf(column, context),
      ...drawsOf(column, context),
    ]
    const shortest = forms.reduce((best, form) => (sizeOf(form) < sizeOf(best) ? form : best))

    packed.set(position, inPhrases(given, sizeOf(shortest), context) ?? shortest)
  }

  return all.map((column, position) => packed.get(position) ?? column)
}

interface Given {
  readonly position: number
  readonly paths: readonly string[]
  readonly all: readonly Column[]
  readonly packed: ReadonlyMap<number, PackedColumn>
}

function sizeOf(form: PackedColumn): number {
  return gzipSync(JSON.stringify(form)).length
}

/** What columns that are packed already decide. */
function byOthers({ position, all, packed }: Given): PackedColumn[] {
  const column = all[position] ?? []
  const values = jsonOf(column)

  return [...packed.keys()].flatMap((from): PackedColumn[] => {
    const keys = jsonOf(all[from] ?? [])

    if (isSame(keys, values)) return [{ from }]

    const byKey = new Map(keys.map((key, index) => [key, index]))
    const isDecided = keys.every((key, index) => values[byKey.get(key) ?? index] === values[index])

    return isDecided ? [{ from, values: [...byKey.values()].map((index) => column[index] ?? null) }] : []
  })
}

/** A column's values as JSON. */
function jsonOf(column: Column): readonly string[] {
  const known = jsonOfColumns.get(column) ?? column.map((value) => JSON.stringify(value))

  jsonOfColumns.set(column, known)

  return known
}

const jsonOfColumns = new WeakMap<Column, readonly string[]>()

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index])
}

const titlePaths = ['properties\nTitle', 'properties\nTitle\nen-US']
const fileProperties = 'properties\nFileProperties\nproperties'

function namesFrom(given: Given): PackedColumn[] {
  if (!given.all[given.position]?.every((value) => typeof value === 'string' && /-\d/.test(value))) return []

  const titles = given.paths.findIndex((path) => titlePaths.includes(path))
  const endings = given.paths.indexOf(`${fileProperties}\nextension`)

  return [1, 4]
    .flatMap((digits) => [null, endings].map((each) => ({ titles, digits, endings: each })))
    .filter((form) => gives(form, [titles, ...(form.endings === null ? [] : [form.endings])], given))
}

function megabytesFrom(given: Given): PackedColumn[] {
  if (!given.all[given.position]?.every((value) => typeof value === 'number')) return []

  const bytes = given.paths.indexOf(`${fileProperties}\nfilesizebytes`)

  return gives({ bytes }, [bytes], given) ? [{ bytes }] : []
}

/** Whether a form of a column that follows from others gives its values. */
function gives(form: PackedColumn, from: readonly number[], { position, all }: Given): boolean {
  if (from.some((other) => other < 0 || other === position)) return false

  const columns = all.map((column, index) => (index === position ? form : column))
  const read = columnReader({ columns, phrases: [], createdOn: () => '', streamOf: () => createStream(0) })

  return isSame(jsonOf(read(position)), jsonOf(all[position] ?? []))
}

const day = 86_400_000

function daysOf(column: Column, { records }: ColumnContext): PackedColumn[] {
  if (!records || !column.every((value) => isObject(value) || isMidnight(value))) return []

  const days = column.map((value, index) =>
    typeof value === 'string'
      ? Math.round((Date.parse(value) - Date.parse((records.createdOn[index] ?? '').slice(0, 10))) / day)
      : null,
  )

  return [{ days }]
}

function isMidnight(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(value)
}

const mostDraws = 60

function drawsOf(column: Column, { records }: ColumnContext): PackedColumn[] {
  if (!records || !column.every((value) => isObject(value) || typeof value === 'string')) return []

  const { seed, definition, createdOn } = records

  return namesOf(draws).flatMap((draw): PackedColumn[] => {
    const after: (number | null)[] = []

    for (const [index, value] of column.entries()) {
      const found = isObject(value)
        ? null
        : Array.from({ length: mostDraws }, (_, count) => count).find(
            (count) =>
              drawnValue(draw, createStream(seed, definition, index), count, createdOn[index] ?? '') ===
              value,
          )

      if (found === undefined) return []
      after.push(found)
    }

    return [{ draw, after }]
  })
}

function namesOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[] // an object of our own
}

/** A column of texts as phrases, and those of its other languages as the same, when that takes less than so many bytes. */
function inPhrases(
  { position, paths, all, packed }: Given,
  bytes: number,
  { book, cultures }: ColumnContext,
): PackedColumn | undefined {
  const path = paths[position] ?? ''
  const culture = cultures.find((each) => path.endsWith(`\n${each}`))
  const languages = culture
    ? cultures.map((each) => paths.indexOf(`${path.slice(0, -culture.length)}${each}`))
    : [position]
  const [first = position] = languages
  const other = packed.get(first)

  if (first !== position)
    return other && 'texts' in other ? { textsOf: first, language: languages.indexOf(position) } : undefined

  const columns = languages.map((each) => all[each] ?? [])
  const isList = columns.some((column) => column.some(Array.isArray))

  if (!columns.every((column) => column.every((value) => isObject(value) || isText(value, isList))))
    return undefined

  const known = book.phrases.length
  const codes = (all[position] ?? []).map((value, index) =>
    book.codeOf(isObject(value) ? undefined : columns.map((column) => joined(column[index]))),
  )
  const form = { texts: codes.join(''), isList }
  const added = gzipSync(JSON.stringify(book.phrases.slice(known))).length - empty
  const others = columns.slice(1).reduce((sum, column) => sum + sizeOf(column), 0)

  if (sizeOf(form) + added < bytes + others) return form
  book.forget(known)

  return undefined
}

const empty = gzipSync('[]').length

function isText(value: Json, isList: boolean): boolean {
  return isList
    ? Array.isArray(value) && value.every((text) => typeof text === 'string')
    : typeof value === 'string'
}

/** A text, or the texts of a list as one. */
function joined(value: Json | undefined): string {
  const texts = Array.isArray(value) ? value : [value]

  return texts.filter((text) => typeof text === 'string').join(listDivider)
}
