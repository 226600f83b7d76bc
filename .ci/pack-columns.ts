import { isDeepStrictEqual } from 'node:util'
import { gzipSync } from 'node:zlib'
import { isObject, type Json } from '../mocks/model/shared/json.ts'
import { createStream } from '../mocks/model/shared/random-stream.ts'
import { columnReader, draws, drawnValue, type PackedColumn } from '../mocks/seed/generator/unpack-columns.ts'
import { listDivider } from '../mocks/seed/generator/unpack-texts.ts'
import type { PhraseBook } from './pack-texts.ts'

export interface ColumnContext {
  readonly book: PhraseBook
  readonly cultures: readonly string[]
  /** For generated entities: what their values are drawn from. */
  readonly generatedFrom:
    | { readonly seed: number; readonly definition: string; readonly createdOn: readonly string[] }
    | undefined
}

type Column = readonly Json[]

/** Each column in its smallest form. */
export function packColumns(columns: ReadonlyMap<string, Column>, context: ColumnContext): PackedColumn[] {
  const paths = [...columns.keys()]
  const contents = [...columns.values()]
  // All languages of a property count as the first does, so that the sort, which is stable, packs the first before the
  // others: phraseForm() refers to it.
  const distinctCounts = paths.map((path) => {
    const pathInFirstCulture = context.cultures.reduce(
      (result, each) => result.replace(`\n${each}`, `\n${context.cultures[0]}`),
      path,
    )

    return new Set(jsonOf(columns.get(pathInFirstCulture) ?? [])).size
  })
  const packed = new Map<number, PackedColumn>()

  // A column that determines others has at least as many distinct values, so columns with more of them are packed first.
  const order = paths.map((_, position) => position)

  for (const position of order.sort(
    (one, other) => (distinctCounts[other] ?? 0) - (distinctCounts[one] ?? 0),
  )) {
    const column = contents[position] ?? []
    const input = { position, paths, contents, packed }
    const forms = [
      column,
      ...dependentForms(input),
      ...nameForms(input),
      ...megabyteForms(input),
      ...dayForms(column, context),
      ...drawForms(column, context),
    ]
    const shortest = forms.reduce((best, form) => (sizeOf(form) < sizeOf(best) ? form : best))

    packed.set(position, phraseForm(input, sizeOf(shortest), context) ?? shortest)
  }

  return contents.map((column, position) => packed.get(position) ?? column)
}

/** All columns, and the position of the one to pack. */
interface PackingInput {
  readonly position: number
  readonly paths: readonly string[]
  readonly contents: readonly Column[]
  readonly packed: ReadonlyMap<number, PackedColumn>
}

function sizeOf(form: PackedColumn): number {
  return gzipSync(JSON.stringify(form)).length
}

/** The forms of a column that a column packed before determines. */
function dependentForms({ position, contents, packed }: PackingInput): PackedColumn[] {
  const column = contents[position] ?? []
  const values = jsonOf(column)

  return [...packed.keys()].flatMap((from): PackedColumn[] => {
    const keys = jsonOf(contents[from] ?? [])

    if (isDeepStrictEqual(keys, values)) return [{ from }]

    const byKey = new Map(keys.map((key, index) => [key, index]))
    const isDetermined = keys.every((key, index) => values[byKey.get(key) ?? index] === values[index])

    return isDetermined ? [{ from, values: [...byKey.values()].map((index) => column[index] ?? null) }] : []
  })
}

/** A column's values as JSON. */
function jsonOf(column: Column): readonly string[] {
  const json = jsonOfColumns.get(column) ?? column.map((value) => JSON.stringify(value))

  jsonOfColumns.set(column, json)

  return json
}

const jsonOfColumns = new WeakMap<Column, readonly string[]>()

const titlePaths = ['properties\nTitle', 'properties\nTitle\nen-US']
const fileProperties = 'properties\nFileProperties\nproperties'

function nameForms(input: PackingInput): PackedColumn[] {
  if (!input.contents[input.position]?.every((value) => typeof value === 'string' && /-\d/.test(value)))
    return []

  const titles = input.paths.findIndex((path) => titlePaths.includes(path))
  const endings = input.paths.indexOf(`${fileProperties}\nextension`)

  return [1, 4]
    .flatMap((digits) => [null, endings].map((each) => ({ titles, digits, endings: each })))
    .filter((form) => isExact(form, [titles, ...(form.endings === null ? [] : [form.endings])], input))
}

function megabyteForms(input: PackingInput): PackedColumn[] {
  if (!input.contents[input.position]?.every((value) => typeof value === 'number')) return []

  const bytes = input.paths.indexOf(`${fileProperties}\nfilesizebytes`)

  return isExact({ bytes }, [bytes], input) ? [{ bytes }] : []
}

/** Whether unpacking a form returns exactly the values of its column. */
function isExact(form: PackedColumn, from: readonly number[], { position, contents }: PackingInput): boolean {
  if (from.some((other) => other < 0 || other === position)) return false

  const columns = contents.map((column, index) => (index === position ? form : column))
  const read = columnReader({ columns, phrases: [], createdOn: () => '', streamOf: () => createStream(0) })

  return isDeepStrictEqual(jsonOf(read(position)), jsonOf(contents[position] ?? []))
}

const day = 86_400_000

function dayForms(column: Column, { generatedFrom }: ColumnContext): PackedColumn[] {
  if (!generatedFrom || !column.every((value) => isObject(value) || isMidnight(value))) return []

  const days = column.map((value, index) =>
    typeof value === 'string'
      ? Math.round(
          (Date.parse(value) - Date.parse((generatedFrom.createdOn[index] ?? '').slice(0, 10))) / day,
        )
      : null,
  )

  return [{ days }]
}

function isMidnight(value: Json): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT00:00:00\.000Z$/.test(value)
}

const maxDraws = 60

function drawForms(column: Column, { generatedFrom }: ColumnContext): PackedColumn[] {
  if (!generatedFrom || !column.every((value) => isObject(value) || typeof value === 'string')) return []

  const { seed, definition, createdOn } = generatedFrom

  return namesOf(draws).flatMap((draw): PackedColumn[] => {
    const after: (number | null)[] = [] // counts of draws

    for (const [index, value] of column.entries()) {
      const drawCount = isObject(value)
        ? null
        : Array.from({ length: maxDraws }, (_, count) => count).find(
            (count) =>
              drawnValue(draw, createStream(seed, definition, index), count, createdOn[index] ?? '') ===
              value,
          )

      if (drawCount === undefined) return []
      after.push(drawCount)
    }

    return [{ draw, after }]
  })
}

function namesOf<T extends object>(object: T): (keyof T)[] {
  return Object.keys(object) as (keyof T)[] // it is a literal, without further members
}

/** The form of a column of texts as phrases, if that takes fewer bytes. Columns of its other languages refer to it. */
function phraseForm(
  { position, paths, contents, packed }: PackingInput,
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

  const columns = languages.map((each) => contents[each] ?? [])
  const isList = columns.some((column) => column.some(Array.isArray))

  if (!columns.every((column) => column.every((value) => isObject(value) || isText(value, isList))))
    return undefined

  const phraseCount = book.phrases.length
  const codes = (contents[position] ?? []).map((value, index) =>
    book.codeOf(isObject(value) ? undefined : columns.map((column) => joined(column[index]))),
  )
  const form = { texts: codes.join(''), isList }
  const added = gzipSync(JSON.stringify(book.phrases.slice(phraseCount))).length - emptySize
  const otherBytes = columns.slice(1).reduce((sum, column) => sum + sizeOf(column), 0)

  if (sizeOf(form) + added < bytes + otherBytes) return form
  book.forget(phraseCount)

  return undefined
}

const emptySize = gzipSync('[]').length

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
