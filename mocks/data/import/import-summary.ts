import type { DataFile, ImportNote, ImportSummary } from '../model/data-file/data-file.ts'
import { appendTo } from '../model/shared/maps.ts'

export interface Imported {
  readonly file: DataFile
  readonly summary: ImportSummary
}

const placesShown = 5

/** Collects notes on an import; the same text for several places is one note. */
export class ImportNotes {
  readonly #changed = new Map<string, string[]>()
  readonly #skipped = new Map<string, string[]>()

  changed(text: string, place: string): void {
    appendTo(this.#changed, text, place)
  }

  skipped(text: string, place: string): void {
    appendTo(this.#skipped, text, place)
  }

  get skippedNotes(): readonly ImportNote[] {
    return listed(this.#skipped)
  }

  addAll(part: ImportNotes): void {
    for (const [text, places] of part.#changed) for (const place of places) this.changed(text, place)
    for (const [text, places] of part.#skipped) for (const place of places) this.skipped(text, place)
  }

  summary(imported: Readonly<Record<string, number>>): ImportSummary {
    return { imported, changed: listed(this.#changed), skipped: this.skippedNotes }
  }
}

function listed(notes: ReadonlyMap<string, readonly string[]>): ImportNote[] {
  return Array.from(notes, ([text, places]) => ({
    text,
    count: places.length,
    places: [...new Set(places)].slice(0, placesShown),
  }))
}

/** The summary as lines of text. @param what the counts are of: what was imported, or would be */
export function summaryLines({ imported, changed, skipped }: ImportSummary, what = 'Imported'): string[] {
  const counts = Object.entries(imported)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count.toLocaleString('en')} ${nounOf(kind, count)}`)

  return [
    `${what}: ${counts.join(', ') || 'nothing'}.`,
    ...changed.map((each) => `Changed: ${noteLine(each)}`),
    ...skipped.map((each) => `Skipped: ${noteLine(each)}`),
  ]
}

/** The kind in words: `option lists`, `entity`. */
function nounOf(kind: string, count: number): string {
  const plural = kind.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()

  return count === 1 ? plural.replace(/ies$/, 'y').replace(/s$/, '') : plural
}

function noteLine({ text, count, places }: ImportNote): string {
  const times = count > places.length ? `; ${count} times` : ''
  const named = places.filter((place) => place !== '')

  return named.length > 0 ? `${text} (${named.join(', ')}${times})` : text
}
