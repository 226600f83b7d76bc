import { megabytes } from '../../model/files/file-properties.ts'
import type { Json } from '../../model/shared/json.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import { slug } from '../values/spelling.ts'
import { dayAfter, momentAfter, soonAfter } from './dates.ts'
import { listDivider, phrasedTexts, type Phrase } from './unpack-texts.ts'

/** The values of a column, or what they derive from. `{}` stands for no value; in `after` and `days`, null does. */
export type PackedColumn =
  | readonly Json[]
  /** Texts that are composed of phrases, or lists of these. */
  | { readonly texts: string; readonly isList: boolean }
  /** The texts of another column, in another language. */
  | { readonly textsOf: number; readonly language: number }
  /** The values of another column, or a value for each different value there, in the order of first occurrence. */
  | { readonly from: number; readonly values?: readonly Json[] }
  /** Names composed of a title in another column, the record's number, and an ending in a third column. */
  | { readonly titles: number; readonly digits: number; readonly endings: number | null }
  /** Another column's bytes, in megabytes. */
  | { readonly bytes: number }
  /** A value drawn from the record's random stream, after that many numbers. */
  | { readonly draw: keyof typeof draws; readonly after: readonly (number | null)[] }
  /** Midnight, that many days after the creation of the record. */
  | { readonly days: readonly (number | null)[] }

/** The data that columns are unpacked from; phrases are by language. */
export interface ColumnSource {
  readonly columns: readonly PackedColumn[]
  readonly phrases: readonly (readonly Phrase[])[]
  readonly createdOn: (index: number) => string
  readonly streamOf: (index: number) => RandomStream
}

export const draws = {
  token: (stream) => stream.text(22),
  hash: (stream) => stream.uint32().toString(16).padStart(8, '0'),
  moment: momentAfter,
  soon: (stream, createdOn) => soonAfter(stream, createdOn, 40),
} satisfies Record<string, (stream: RandomStream, createdOn: string) => string>

const none = {}

/** Returns the values of each column, one for every record. */
export function columnReader(source: ColumnSource): (position: number) => readonly Json[] {
  const cache = new Map<number, readonly Json[]>()
  const read = (position: number): readonly Json[] => {
    const values = cache.get(position) ?? valuesOf(source.columns[position] ?? [], source, read)

    cache.set(position, values)

    return values
  }

  return read
}

function valuesOf(
  column: PackedColumn,
  source: ColumnSource,
  read: (position: number) => readonly Json[],
): readonly Json[] {
  if (isValues(column)) return column
  if ('texts' in column) return textsOf(column, source, 0)
  if ('textsOf' in column) {
    const other = source.columns[column.textsOf]

    return other && 'texts' in other ? textsOf(other, source, column.language) : []
  }
  if ('from' in column) return column.values ? mapped(read(column.from), column.values) : read(column.from)
  if ('bytes' in column) return read(column.bytes).map((bytes) => megabytes(Number(bytes)))
  if ('titles' in column) {
    const endings = column.endings === null ? undefined : read(column.endings)

    return read(column.titles).map((title, index) => {
      const number = String(index + 1).padStart(column.digits, '0')
      const ending = endings ? `.${textOf(endings[index])}` : ''

      return `${slug(textOf(title))}-${number}${ending}`
    })
  }
  if ('days' in column)
    return column.days.map((days, index) => (days === null ? none : dayAfter(source.createdOn(index), days)))

  return column.after.map((count, index) =>
    count === null ? none : drawnValue(column.draw, source.streamOf(index), count, source.createdOn(index)),
  )
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function isValues(column: PackedColumn): column is readonly Json[] {
  return Array.isArray(column)
}

export function drawnValue(
  draw: keyof typeof draws,
  stream: RandomStream,
  after: number,
  createdOn: string,
): string {
  for (let count = 0; count < after; count++) stream.uint32()

  return draws[draw](stream, createdOn)
}

function textsOf(
  { texts, isList }: { readonly texts: string; readonly isList: boolean },
  { phrases }: ColumnSource,
  language: number,
): Json[] {
  return phrasedTexts(texts, phrases[language] ?? []).map((text) =>
    text === undefined ? none : isList ? text.split(listDivider) : text,
  )
}

function mapped(keys: readonly Json[], values: readonly Json[]): Json[] {
  const byKey = new Map<Json, Json>()

  return keys.map((value) => {
    const key = typeof value === 'object' ? JSON.stringify(value) : value
    const mappedValue = byKey.get(key) ?? values[byKey.size] ?? none

    byKey.set(key, mappedValue)

    return mappedValue
  })
}
