/**
 * In which order records come into being. First come the head starts, the larger ones first: the vocabularies others choose
 * from. Then the first record of every other definition, all at once. Then each record when its time has come: its
 * index, less the head start, divided by the weight. So whether one record is there before another depends on their two
 * definitions alone, neither on the total nor on what else there is. A child may point at any parent that
 * comes before it.
 */
export interface RecordPace {
  /** How many records come per unit of time; a whole number. */
  weight: number
  /** How many records, beside the first, are there from the start. */
  firstCount: number
  /** The most records there can ever be. */
  limit: number
  /** Breaks ties between records of the same time. */
  slot: number
  /** Fixed entities are there before anything else. */
  fixed: boolean
}

interface Turn {
  pace: RecordPace
  position: number
  dealt: number
}

/** How many records each pace has when there are `total`, or as many as come first. */
export function dealOut(paces: readonly RecordPace[], total: number): number[] {
  const turns = paces
    .map((pace, position): Turn => ({ pace, position, dealt: 0 }))
    .filter(({ pace }) => !pace.fixed && pace.limit > 0)
    .sort((one, other) => (precedes(one.pace, other.pace) ? -1 : 1))

  for (let left = total; left > 0; left--) {
    let next: Turn | undefined
    for (const turn of turns) {
      if (turn.dealt < turn.pace.limit && (!next || isSooner(turn, next))) next = turn
    }
    if (!next) break
    next.dealt++
  }
  dealFirsts(turns)

  const counts = paces.map((pace) => (pace.fixed ? pace.limit : 0))
  for (const { position, dealt } of turns) counts[position] = dealt

  return counts
}

/** The vocabularies and the first of every definition come before all others, which choose from them. */
function dealFirsts(turns: Turn[]): void {
  if (turns.every(({ dealt }) => dealt === 0)) return
  for (const turn of turns) {
    const { firstCount, limit } = turn.pace

    turn.dealt = Math.max(turn.dealt, Math.min(firstCount + 1, limit))
  }
}

/** How many parents are there when the child `index` comes. */
export function parentsBefore(parent: RecordPace, child: RecordPace, index: number): number {
  if (parent.fixed) return parent.limit

  return Math.min(
    parent.limit,
    waitOf(child, index) === 0 ? parentsAtStart(parent, child) : parentsLater(parent, child, index),
  )
}

function parentsAtStart(parent: RecordPace, child: RecordPace): number {
  if (parent.firstCount === 0) return child.firstCount === 0 ? 1 : 0

  return precedes(parent, child) ? parent.firstCount + 1 : 0
}

function parentsLater(parent: RecordPace, child: RecordPace, index: number): number {
  const turns = (waitOf(child, index) * parent.weight) / child.weight
  const later = precedes(parent, child) ? Math.floor(turns) : Math.ceil(turns) - 1

  return parent.firstCount + 1 + later
}

/** Compares without division, so that equal times are equal. */
function isSooner(one: Turn, other: Turn): boolean {
  return waitOf(one.pace, one.dealt) * other.pace.weight < waitOf(other.pace, other.dealt) * one.pace.weight
}

/** Which of two definitions goes first when a record of each comes at the same time. */
function precedes(one: RecordPace, other: RecordPace): boolean {
  return one.firstCount === other.firstCount ? one.slot < other.slot : one.firstCount > other.firstCount
}

function waitOf({ firstCount }: RecordPace, index: number): number {
  return Math.max(0, index - firstCount)
}
