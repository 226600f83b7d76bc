/**
 * In which order records come into being. The record `index` of a definition comes at time index / weight, so
 * whether one record is there before another depends on these two alone: neither on the total nor on
 * what other definitions there are. A child may point at any parent that comes before it.
 */
export interface Pace {
  /** How many records come per unit of time; a whole number. */
  weight: number
  /** The most records there can ever be. */
  limit: number
  /** Breaks ties between records of the same time. */
  slot: number
  /** Fixed entities are there from the beginning. */
  fixed: boolean
}

/** How many records each pace has when there are `total`; one of each at least, once there are any. */
export function dealOut(paces: readonly Pace[], total: number): number[] {
  const turns = paces
    .map((pace, position) => ({ pace, position, dealt: 0 }))
    .filter(({ pace }) => !pace.fixed && pace.limit > 0)
    .sort((one, other) => one.pace.slot - other.pace.slot)

  const wanted = total > 0 ? Math.max(total, turns.length) : 0
  for (let dealt = 0; dealt < wanted; dealt++) {
    let next
    for (const turn of turns) {
      if (turn.dealt === turn.pace.limit) continue
      if (!next || turn.dealt * next.pace.weight < next.dealt * turn.pace.weight) next = turn
    }
    if (!next) break
    next.dealt++
  }

  const counts = paces.map((pace) => (pace.fixed ? pace.limit : 0))
  for (const { position, dealt } of turns) counts[position] = dealt

  return counts
}

/** How many parents are there when the child `index` comes. */
export function parentsBefore(parent: Pace, child: Pace, index: number): number {
  if (parent.fixed) return parent.limit

  const time = (index * parent.weight) / child.weight
  const come = parent.slot < child.slot ? Math.floor(time) + 1 : Math.ceil(time)

  return Math.min(parent.limit, Math.max(1, come))
}
