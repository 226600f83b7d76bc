/** What a request did at one moment between its start and its end, as far as its response says. */
export type Step<State> =
  /** It only looked. Whether its response is right in a state. */
  | { readonly reads: (state: State) => boolean }
  /**
   * The state after it; undefined where its response would have been another.
   *
   * `isStored` says whether it changes what is stored (default yes): what was only counted may be stored later.
   */
  | { readonly changes: (state: State) => State | undefined; readonly isStored?: boolean }

/** A completed request, with the times of the request and of the response, all of them different. */
export interface CompletedRequest<State> {
  readonly label: string
  /** In this order, with steps of other requests in between. */
  readonly steps: readonly Step<State>[]
  readonly started: number
  readonly ended: number
}

/** What was stored at the moment at which somebody saw something. */
export interface Sighting<State> {
  readonly label: string
  readonly at: number
  /** Whether what was seen has happened; by default, when the responses until then are explained. */
  readonly isReached?: (state: State) => boolean
  /** Whether a state is the stored one. */
  readonly isStored: (state: State) => boolean
}

export interface Model<State> {
  readonly initial: State
  /** Equal for equal states. */
  readonly keyOf: (state: State) => string
  /** Whether the second state may follow the first one. Default yes. */
  readonly mayFollow?: (before: State, after: State) => boolean
}

/** Beyond it, the search would take minutes. */
const maxTried = 50_000

/**
 * Why a history of requests is not linearizable (Wing and Gong); undefined when it is. It is when there is a sequential
 * order that explains every response, in which no request precedes one that was completed before it was sent, and which
 * explains each sighting too: what was stored is a state of this order, not before what was seen until then, and without
 * requests that were sent later.
 */
export function problemIn<State>(
  history: readonly CompletedRequest<State>[],
  { initial, keyOf, mayFollow = () => true }: Model<State>,
  sightings: readonly Sighting<State>[] = [],
): string | undefined {
  const tried = new Set<string>()
  let furthest = { remaining: Infinity, describe: () => '' }

  const search = (before: Progress<State>[], state: State, unstored: readonly Sighting<State>[]): boolean => {
    const progress = afterReads(before, state)
    const earliestEnd = Math.min(...progress.map(({ request }) => request.ended))
    const waiting = unstored.filter(
      ({ at, isReached, isStored }) =>
        !((isReached ? isReached(state) : earliestEnd > at) && isStored(state)),
    )
    const remaining = progress.length + waiting.length

    if (remaining === 0) return true

    const key = [
      ...progress.slice(0, 20).map(({ request, step }) => `${request.started}.${step}`),
      ...waiting.map(({ at }) => at),
      keyOf(state),
    ].join()

    if (tried.has(key)) return false
    if (tried.size === maxTried) throw new Error(`${maxTried} orders were tried.`)
    tried.add(key)
    if (remaining < furthest.remaining) {
      furthest = { remaining, describe: () => describe(progress, waiting, keyOf(state)) }
    }

    // What was sent after a sighting was not stored then.
    const latestStart = Math.min(earliestEnd, ...waiting.map(({ at }) => at))

    return progress
      .filter(({ request, step }) => {
        const next = request.steps[step]
        const isCounted = next && 'changes' in next && next.isStored === false

        return request.started < (isCounted ? earliestEnd : latestStart)
      })
      .toSorted((one, other) => one.request.ended - other.request.ended)
      .some((next) => {
        const step = next.request.steps[next.step]
        const after = step && 'changes' in step ? step.changes(state) : undefined

        return (
          after !== undefined && mayFollow(state, after) && search(advanced(progress, next), after, waiting)
        )
      })
  }

  const started = history.filter(({ steps }) => steps.length > 0).map((request) => ({ request, step: 0 }))

  return search(started, initial, sightings) ? undefined : furthest.describe()
}

/** A request whose next step is the one with this index. */
interface Progress<State> {
  readonly request: CompletedRequest<State>
  readonly step: number
}

/** After all reads that this state explains: a read that is possible now need not wait, since it changes nothing. */
function afterReads<State>(progress: Progress<State>[], state: State): Progress<State>[] {
  let current = progress

  for (;;) {
    const earliestEnd = Math.min(...current.map(({ request }) => request.ended))
    const next = current.find(({ request, step }) => {
      const read = request.started < earliestEnd ? request.steps[step] : undefined

      return read && 'reads' in read && read.reads(state)
    })

    if (!next) return current
    current = advanced(current, next)
  }
}

/** Without requests that have no further step. */
function advanced<State>(progress: Progress<State>[], next: Progress<State>): Progress<State>[] {
  return progress.flatMap((each) => {
    if (each !== next) return [each]

    return next.step + 1 < next.request.steps.length ? [{ ...next, step: next.step + 1 }] : []
  })
}

function describe<State>(
  progress: readonly Progress<State>[],
  waiting: readonly Sighting<State>[],
  state: string,
): string {
  return [
    `No order explains every response. At most until the state ${state}, in which these are not explained:`,
    ...progress
      .slice(0, 20)
      .map(({ request: { label, started, ended } }) => `- ${started} to ${ended}: ${label}`),
    ...waiting.slice(0, 20).map(({ label, at }) => `- stored at ${at}: ${label}`),
  ].join('\n')
}
