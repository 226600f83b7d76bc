import { expect, test, vi } from 'vitest'
import { Budget, BudgetedCache } from '../../sandbox/budget.ts'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { limitByHeap } from './heap-limit.ts'

const megabytes = (count: number) => Array.from({ length: count }, () => new Uint8Array(2 ** 20))

test(
  'memory is not full while emptying caches makes room; it is when data fill it',
  { timeout: 60_000 },
  async () => {
    const budget = new Budget(2 ** 28)
    const cache = new BudgetedCache<number, Uint8Array>(budget)

    // What earlier tests left would count as memory that is in use at the start.
    setFlagsFromString('--expose-gc')
    runInNewContext('gc(); gc()')
    limitByHeap(budget)

    const most = 2 ** 8 + getHeapStatistics().heap_size_limit / 16 / 2 ** 20
    const data = megabytes(most - 150)

    for (const [key, value] of megabytes(250).entries()) cache.set(key, value, value.length)
    expect(budget.isFullAfterFreeing()).toBe(false)
    expect(cache.get(249)).toBeUndefined()

    data.push(...megabytes(400))
    expect(budget.isFullAfterFreeing()).toBe(true)

    data.length = 0
    // Later it looks again: how much later depends on how long it took, with all that other tests left.
    using clock = vi.spyOn(performance, 'now')
    clock.mockReturnValue(performance.now() + 3_600_000)
    await expect.poll(() => budget.isFullAfterFreeing()).toBe(false)
  },
)
