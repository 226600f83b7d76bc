import { editDistance } from '../../model/shared/suggestion.ts'

/** The candidate with the pattern most similar to a path; undefined if none has a segment in common with it. */
export function nearestTo<T extends { readonly path: string }>(
  path: string,
  candidates: readonly T[],
): T | undefined {
  const requested = path.slice(0, 200).toLowerCase().split('/')
  const names = requested.filter((segment) => segment !== '' && segment !== 'api')
  const near = candidates
    .map((candidate) => ({ candidate, pattern: candidate.path.toLowerCase().split('/') }))
    .filter(({ pattern }) => pattern.some((want) => names.some((have) => isSimilar(want, have))))
    .map(({ candidate, pattern }) => ({ candidate, distance: distance(pattern, requested) }))

  return near.sort((one, other) => one.distance - other.distance)[0]?.candidate
}

/** The first difference between a pattern and a path, in words. Paths match in any letter case. */
export function firstDifference(pattern: string, path: string): string {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  const index = wanted.findIndex((want, position) =>
    want.startsWith(':') ? !given[position] : want.toLowerCase() !== given[position]?.toLowerCase(),
  )

  if (index === -1) return `It ends before "${given.slice(wanted.length).join('/')}".`
  if (given[index] === undefined) return `It continues with "${wanted.slice(index).join('/')}".`

  return `It has "${wanted[index] ?? ''}" where the request has "${given[index]}".`
}

/** The distance of a segment that the request or the pattern lacks. */
const lacking = 4
/** The distance of a parameter that the request lacks. */
const lackingParameter = 2

/** The edit distance of two lists of segments. */
function distance(wanted: readonly string[], given: readonly string[]): number {
  let last = Array.from({ length: given.length + 1 }, (_, index) => index * lacking)

  for (const want of wanted) {
    const missing = want.startsWith(':') ? lackingParameter : lacking
    const current = [(last[0] ?? 0) + missing]

    for (const [column, have] of given.entries()) {
      current.push(
        Math.min(
          (last[column + 1] ?? 0) + missing,
          (current[column] ?? 0) + lacking,
          (last[column] ?? 0) + differenceOf(want, have),
        ),
      )
    }
    last = current
  }

  return last.at(-1) ?? 0
}

function differenceOf(want: string, have: string): number {
  if (want.startsWith(':') && have !== '') return 1

  return isSimilar(want, have) ? editDistance(want, have) : Infinity
}

/** Whether more than three fifths of the longer name are the same. */
function isSimilar(want: string, have: string): boolean {
  return want === have || (have !== '' && editDistance(want, have) < Math.max(want.length, have.length) * 0.4)
}
