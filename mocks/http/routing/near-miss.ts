import { editDistance } from '../../model/shared/suggestion.ts'

/** The candidate with the pattern most similar to a path. `candidates` must not be empty. */
export function nearestTo<T extends { readonly path: string }>(path: string, candidates: readonly T[]): T {
  // The base URL may have a surplus path.
  const requested = path.slice(Math.max(0, path.search(/\/api\//i))).toLowerCase()
  const distances = candidates.map((candidate) => ({
    candidate,
    distance: distance(candidate.path.toLowerCase(), requested),
  }))

  return distances.reduce((best, other) => (other.distance < best.distance ? other : best)).candidate
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

/** The distance of a missing or extra segment, besides its length. */
const segmentWeight = 3

/** The edit distance, segment by segment. */
function distance(pattern: string, path: string): number {
  const [wanted, given] = [pattern.split('/'), path.slice(0, 200).split('/')]
  const lengths = Array.from({ length: Math.max(wanted.length, given.length) }, (_, index) => {
    const [want, have] = [wanted[index], given[index]]

    if (want?.startsWith(':') && have !== '') return have === undefined ? segmentWeight : 1
    if (want === undefined || have === undefined) return segmentWeight + (want ?? have ?? '').length

    return editDistance(want, have)
  })

  return lengths.reduce((sum, length) => sum + length, 0)
}
