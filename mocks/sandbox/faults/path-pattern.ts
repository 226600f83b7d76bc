import { Wildcards, type Gap } from '../../model/shared/wildcards.ts'

/** `/api/entities/:id`, `/api/search*`, `/api/status/*`, compiled for repeated use. */
export class PathPattern {
  readonly #segments: readonly Wildcards[]
  /** Whether the path must go on after the segments. */
  readonly #hasRest: boolean

  constructor(pattern: string) {
    this.#hasRest = pattern.endsWith('/*')

    const path = this.#hasRest ? pattern.slice(0, -2) : pattern

    this.#segments = path.split('/').map(segmentOf)
  }

  matches(path: string): boolean {
    const { length } = this.#segments
    const segments = path.split('/')
    const hasRest = segments.length > length + 1 || (segments[length] ?? '') !== ''

    return (
      (this.#hasRest ? hasRest : segments.length === length) &&
      this.#segments.every((segment, index) => segment.matches(segments[index] ?? ''))
    )
  }
}

/** `:name` at the beginning matches one or more characters, `*` any number. */
function segmentOf(segment: string): Wildcards {
  const pieces = segment.split(/^:\w+|\*/)
  const gaps = pieces.slice(1).map((_, index): Gap => (index === 0 && /^:\w/.test(segment) ? 1 : 0))

  return new Wildcards(pieces, gaps)
}
