/** A completed request, with the times of the request and of the response. */
export interface CompletedRequest {
  /** Id of the entity. */
  readonly id: number
  readonly kind: 'get' | 'put' | 'delete'
  readonly status: number
  /** The value written or read. */
  readonly value: string | undefined
  readonly started: number
  readonly ended: number
}

/**
 * Whether a history of requests to one entity is linearizable (Wing and Gong): there is a sequential order that explains
 * every response, and in which no request precedes one that was completed before it was sent.
 */
export function isLinearizable(history: readonly CompletedRequest[], initial: string): boolean {
  const tried = new Set<string>()

  const search = (remaining: readonly CompletedRequest[], value: string | undefined): boolean => {
    if (remaining.length === 0) return true

    const key = `${remaining.map(({ started }) => started).join()} ${value}`

    if (tried.has(key)) return false
    tried.add(key)

    const earliestEnd = Math.min(...remaining.map(({ ended }) => ended))

    return remaining.some((next) => {
      const after = next.started < earliestEnd ? outcomeOf(next, value) : undefined

      return (
        after !== undefined &&
        search(
          remaining.filter((request) => request !== next),
          after.value,
        )
      )
    })
  }

  return search(history, initial)
}

/** The value of the entity after a request: undefined if there is none. No outcome if the response is impossible. */
function outcomeOf(
  { kind, status, value }: CompletedRequest,
  before: string | undefined,
): { value: string | undefined } | undefined {
  // The change was not stored.
  if (status === 507) return kind === 'get' ? undefined : { value: before }
  if (status === 404) return before === undefined ? { value: before } : undefined
  if (before === undefined) return undefined
  if (kind === 'get') return value === before ? { value: before } : undefined

  return { value: kind === 'put' ? value : undefined }
}
