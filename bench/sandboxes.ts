/**
 * What a fork and a reset take of a sandbox with 100,000 entities, against one with 1,000 in the same run, and the
 * memory of 1,000 forks. `node --expose-gc --import tsx bench/sandboxes.ts`
 */
import { createSandbox } from '../mocks/create-sandbox.ts'
import type { Sandbox } from '../mocks/sandbox/sandbox.ts'
import { Sandboxes } from '../mocks/sandbox/sandboxes.ts'

const rounds = 200

const small = await createSandbox({ entities: 1000 })

// First, while nothing large is about to be collected.
await measureMemory()

const large = await createSandbox({ entities: 100_000 })
const [smallTimes, largeTimes] = [await measure(small), await measure(large)]

for (const step of ['fork', 'reset', 'undo'] as const) {
  const [one, hundred] = [smallTimes[step], largeTimes[step]]

  print(
    `${step}: 100,000 entities ${hundred.toFixed(4)} ms, 1,000 entities ${one.toFixed(4)} ms (median of ${rounds}), ` +
      `ratio ${(hundred / one).toFixed(1)}; goal: under 1 ms: ${hundred < 1 ? 'yes' : 'NO'}`,
  )
}

/** Medians in milliseconds. Each reset and undo has a change to take back. */
async function measure(sandbox: Sandbox): Promise<Record<'fork' | 'reset' | 'undo', number>> {
  const times = { fork: [] as number[], reset: [] as number[], undo: [] as number[] }

  for (let round = 0; round < rounds; round++) {
    times.fork.push(await time(() => sandbox.fork('fork')))
    await change(sandbox, round)
    times.undo.push(await time(() => sandbox.transact((turn) => sandbox.history.undo(turn))))
    await change(sandbox, round)
    times.reset.push(await time(() => sandbox.reset()))
  }

  return { fork: median(times.fork), reset: median(times.reset), undo: median(times.undo) }
}

/** Memory that forks hold by themselves: untouched, and with one entity changed in each, against a sandbox of one's own. */
async function measureMemory(): Promise<void> {
  const before = used()
  const own = await createSandbox({ entities: 1000, seed: 2 })
  const alone = used() - before
  const sandboxes = new Sandboxes(own, { countLimit: 2000 })
  const start = used()

  for (let count = 0; count < 1000; count++) sandboxes.acquire(`fork-${count}`).release()
  const forked = used() - start

  for (const { sandbox } of sandboxes.list()) await change(sandbox, 1)
  const changed = used() - start

  print(
    `memory: one sandbox of 1,000 entities ${kilobytes(alone)}; 1,000 forks of it ${kilobytes(forked)} ` +
      `(${(forked / 1000 / alone).toFixed(4)} of its size each), with an entity changed in each ${kilobytes(changed)} ` +
      `(${(changed / 1000 / alone).toFixed(4)} each)`,
  )
}

function change(sandbox: Sandbox, version: number): Promise<void> {
  return sandbox.change((draft) => {
    const entity = draft.entities.get(1000)

    if (entity) draft.entities.put({ ...entity, version: entity.version + version + 1 })
  })
}

async function time(work: () => unknown): Promise<number> {
  const start = performance.now()

  await work()

  return performance.now() - start
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}

function used(): number {
  if (!globalThis.gc) throw new Error('Failed to measure memory: start node with --expose-gc.')
  globalThis.gc()

  return process.memoryUsage().heapUsed
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024).toLocaleString('en')} KiB`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
