/**
 * In which order records come into being. First come the head starts, the larger ones first: the vocabularies others choose
 * from. Then the first record of every other definition, all at once. Then each record when its time has come: its
 * index, less the head start, divided by the weight. So whether one record is there before another depends on their two
 * definitions alone, neither on the total nor on what else there is. A child may point at any parent that
 * comes before it.
 */
export interface RecordSchedule {
  /** How many records come per unit of time; a whole number. */
  weight: number
  /** How many records, besides the first, are there from the start. */
  firstCount: number
  /** The most records there can ever be. */
  limit: number
  /** Breaks ties between records of the same time. */
  slot: number
  /** Fixed entities are there before anything else. */
  fixed: boolean
}

interface Turn {
  schedule: RecordSchedule
  position: number
  dealt: number
}

/** How many records each schedule has when there are `total`, or as many as come first. */
export function distribute(schedules: readonly RecordSchedule[], total: number): number[] {
  const turns = schedules
    .map((schedule, position): Turn => ({ schedule, position, dealt: 0 }))
    .filter(({ schedule }) => !schedule.fixed && schedule.limit > 0)
    .sort((one, other) => (precedes(one.schedule, other.schedule) ? -1 : 1))

  for (let left = total; left > 0; left--) {
    let next: Turn | undefined
    for (const turn of turns) {
      if (turn.dealt < turn.schedule.limit && (!next || isSooner(turn, next))) next = turn
    }
    if (!next) break
    next.dealt++
  }
  distributeFirsts(turns)

  const counts = schedules.map((schedule) => (schedule.fixed ? schedule.limit : 0))
  for (const { position, dealt } of turns) counts[position] = dealt

  return counts
}

/** The vocabularies and the first of every definition come before all others, which choose from them. */
function distributeFirsts(turns: Turn[]): void {
  if (turns.every(({ dealt }) => dealt === 0)) return
  for (const turn of turns) {
    const { firstCount, limit } = turn.schedule

    turn.dealt = Math.max(turn.dealt, Math.min(firstCount + 1, limit))
  }
}

/** How many parents are there when the child `index` comes. */
export function parentsBefore(parent: RecordSchedule, child: RecordSchedule, index: number): number {
  if (parent.fixed) return parent.limit

  return Math.min(
    parent.limit,
    waitOf(child, index) === 0 ? parentsAtStart(parent, child) : parentsLater(parent, child, index),
  )
}

function parentsAtStart(parent: RecordSchedule, child: RecordSchedule): number {
  if (parent.firstCount === 0) return child.firstCount === 0 ? 1 : 0

  return precedes(parent, child) ? parent.firstCount + 1 : 0
}

function parentsLater(parent: RecordSchedule, child: RecordSchedule, index: number): number {
  const turns = (waitOf(child, index) * parent.weight) / child.weight
  const later = precedes(parent, child) ? Math.floor(turns) : Math.ceil(turns) - 1

  return parent.firstCount + 1 + later
}

/** Compares without division, so that equal times are equal. */
function isSooner(a: Turn, b: Turn): boolean {
  return waitOf(a.schedule, a.dealt) * b.schedule.weight < waitOf(b.schedule, b.dealt) * a.schedule.weight
}

/** Which of two definitions goes first when a record of each comes at the same time. */
function precedes(one: RecordSchedule, other: RecordSchedule): boolean {
  return one.firstCount === other.firstCount ? one.slot < other.slot : one.firstCount > other.firstCount
}

function waitOf({ firstCount }: RecordSchedule, index: number): number {
  return Math.max(0, index - firstCount)
}
