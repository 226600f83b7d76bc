/**
 * Determines the order in which records are created. At time 0, each definition gets its first records (`firstCount`, and
 * one more), those with a higher `firstCount` first, since others choose from their records. The time of a later record is
 * its index minus `firstCount`, divided by the weight. So whether one record precedes another depends only on their two
 * definitions, not on the total or on other definitions. A child can have any parent that precedes it.
 */
export interface RecordSchedule {
  /** Records per unit of time; an integer. */
  weight: number
  /** The number of records at time 0, besides the first. */
  firstCount: number
  /** The maximum number of records. */
  limit: number
  /** Determines the order of records with the same time. */
  slot: number
  /** Whether these are fixed entities, which precede all others. */
  isFixed: boolean
}

interface Allocation {
  schedule: RecordSchedule
  position: number
  count: number
}

/**
 * The number of records of each schedule. Without fixed records, they add up to `total`; to more when the first records
 * alone are more, to less when all limits are reached.
 */
export function distribute(schedules: readonly RecordSchedule[], total: number): number[] {
  const allocations = schedules
    .map((schedule, position): Allocation => ({ schedule, position, count: 0 }))
    .filter(({ schedule }) => !schedule.isFixed && schedule.limit > 0)
    .sort((one, other) => (precedes(one.schedule, other.schedule) ? -1 : 1))

  for (let left = total; left > 0; left--) {
    let next: Allocation | undefined
    for (const allocation of allocations) {
      if (allocation.count < allocation.schedule.limit && (!next || isSooner(allocation, next)))
        next = allocation
    }
    if (!next) break
    next.count++
  }
  ensureFirst(allocations)

  const counts = schedules.map((schedule) => (schedule.isFixed ? schedule.limit : 0))
  for (const { position, count } of allocations) counts[position] = count

  return counts
}

/** Raises counts to the first records of each definition, unless there are no records at all. */
function ensureFirst(allocations: Allocation[]): void {
  if (allocations.every(({ count }) => count === 0)) return
  for (const allocation of allocations) {
    const { firstCount, limit } = allocation.schedule

    allocation.count = Math.max(allocation.count, Math.min(firstCount + 1, limit))
  }
}

/** The number of parents that precede the child `index`. */
export function parentsBefore(parent: RecordSchedule, child: RecordSchedule, index: number): number {
  const { limit, firstCount } = parent
  const atStart = firstCount + 1
  const time = timeOf(child, index)
  const count = (time * parent.weight) / child.weight
  const isFirst = precedes(parent, child)

  if (parent.isFixed) return limit
  if (time > 0) return Math.min(limit, atStart + (isFirst ? Math.floor(count) : Math.ceil(count) - 1))
  if (firstCount === 0) return Math.min(limit, child.firstCount === 0 ? 1 : 0)

  return isFirst ? Math.min(limit, atStart) : 0
}

/** Compares without division, so that equal times are equal. */
function isSooner(a: Allocation, b: Allocation): boolean {
  return timeOf(a.schedule, a.count) * b.schedule.weight < timeOf(b.schedule, b.count) * a.schedule.weight
}

/** Whether the records of one definition precede those of another with the same time. */
function precedes(one: RecordSchedule, other: RecordSchedule): boolean {
  return one.firstCount === other.firstCount ? one.slot < other.slot : one.firstCount > other.firstCount
}

/** The time of a record, multiplied by the weight. */
function timeOf({ firstCount }: RecordSchedule, index: number): number {
  return Math.max(0, index - firstCount)
}
