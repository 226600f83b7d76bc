/** A completed request: when it was sent, and when the response came. */
export interface Done {
  readonly id: number
  readonly kind: 'get' | 'put' | 'delete'
  readonly status: number
  /** The value written or read. */
  readonly value: string | undefined
  readonly started: number
  readonly ended: number
}

/**
 * Whether there is an order of requests to one entity in which each has the response of a map that does one thing after the
 * other, and which has none before another whose response came before it was sent (Wing and Gong).
 */
export function isLinear(history: readonly Done[], first: string): boolean {
  const tried = new Set<string>()

  const goOn = (left: readonly Done[], value: string | undefined): boolean => {
    if (left.length === 0) return true

    const key = `${left.map(({ started }) => started).join()} ${value}`

    if (tried.has(key)) return false
    tried.add(key)

    const firstEnd = Math.min(...left.map(({ ended }) => ended))

    return left.some((next) => {
      const after = next.started < firstEnd ? outcomeOf(next, value) : undefined

      return (
        after !== undefined &&
        goOn(
          left.filter((each) => each !== next),
          after.value,
        )
      )
    })
  }

  return goOn(history, first)
}

/** The state after a request: its value; undefined when the response is impossible in the state before. No value: no entity. */
function outcomeOf(
  { kind, status, value }: Done,
  before: string | undefined,
): { value: string | undefined } | undefined {
  if (status === 507) return kind === 'get' ? undefined : { value: before }
  if (status === 404) return before === undefined ? { value: before } : undefined
  if (before === undefined) return undefined
  if (kind === 'get') return value === before ? { value: before } : undefined

  return { value: kind === 'put' ? value : undefined }
}
