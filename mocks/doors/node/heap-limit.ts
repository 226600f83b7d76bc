import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import type { Budget } from '../../sandbox/budget.ts'

/**
 * Tells a budget whether the memory of this process is nearly full, and empties it before. What clients add to a server
 * may take a sixteenth to an eighth of the largest heap (`--max-old-space-size`; half a GiB by default), besides what the
 * budget allows, at most a quarter of it, and never more than three quarters of the heap are in use: requests need the rest.
 */
export function limitByHeap(budget: Budget): void {
  // Its heap has no limit.
  if (process.versions.bun) return

  const heap = getHeapStatistics().heap_size_limit

  budget.limit = Math.min(budget.limit, heap / 4)

  // How much more may be used until garbage is collected again.
  const step = heap / 16
  const most = Math.min((heap * 3) / 4, memoryInUse() + step + budget.limit)
  let [isFull, nextSize, nextTime] = [false, most, 0]

  budget.isFullAfterFreeing = () => {
    const begun = performance.now()
    const size = memoryInUse()

    if (size < most) return false
    // Much of it may be garbage. While it is full, looking for that takes at most a fifth of the time.
    if (isFull ? begun < nextTime : size < nextSize) return isFull

    collectGarbage()
    if (memoryInUse() >= most) {
      budget.clear()
      collectGarbage()
      // Buffers that one collection finds unused are counted until the next one.
      if (memoryInUse() >= most) collectGarbage()
    }
    isFull = memoryInUse() >= most
    nextSize = memoryInUse() + step
    nextTime = performance.now() + 4 * (performance.now() - begun)

    return isFull
  }
}

/** Bytes of the heap, and of buffers outside of it. */
function memoryInUse(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()

  return heap + external
}

/** Only V8 itself can collect garbage at once: the inspector's command does so later. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  process.getBuiltinModule('node:vm').runInNewContext('gc')()
}
