/** `node --expose-gc --import tsx bench/sandboxes.ts`: the memory of 1,000 forks, compared with that of a single sandbox. */
import { buildSandbox } from '../mocks/local/build-sandbox.ts'
import { Sandboxes } from '../mocks/sandbox/sandboxes.ts'
import { change } from './forks.ts'

const before = heapUsed()
const single = await buildSandbox({ entities: 1000, seed: 2 })
const singleSize = heapUsed() - before
const sandboxes = new Sandboxes(single, { countLimit: 2000 })
const start = heapUsed()

for (let count = 0; count < 1000; count++) sandboxes.acquire(`fork-${count}`).release()
const forked = heapUsed() - start

for (const sandbox of sandboxes.list()) change(sandbox, 1)
const changed = heapUsed() - start

console.log(
  `memory: one sandbox of 1,000 entities ${kilobytes(singleSize)}; 1,000 forks of it ${kilobytes(forked)} ` +
    `(${(forked / 1000 / singleSize).toFixed(4)} of its size each), with an entity changed in each ${kilobytes(changed)} ` +
    `(${(changed / 1000 / singleSize).toFixed(4)} each)`,
)

function heapUsed(): number {
  if (!globalThis.gc) throw new Error('Failed to measure memory: start node with --expose-gc.')
  globalThis.gc()

  return process.memoryUsage().heapUsed
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024).toLocaleString('en')} KiB`
}
