/** `npm run test:soak`: checks that memory stays flat under half an hour of load, or SOAK_MINUTES. */
import { growthOf, soak, type Sample } from '../mocks/testing/deep/soak.ts'

const minutes = Number(process.env['SOAK_MINUTES'] ?? 30)
const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
/** The accepted growth of the memory in use: a fifth. */
const maxGrowth = 0.2

console.log(`SEED=${seed} SOAK_MINUTES=${minutes} npm run test:soak`)

const samples = await soak({ seconds: minutes * 60, samples: 40, seed, onSample: show })
const growth = growthOf(samples)

console.log(`Memory in use grew by ${(100 * growth).toFixed(1)} % from the second quarter to the last.`)
process.exitCode = growth < maxGrowth ? 0 : 1

function show({ seconds, requests, memory }: Sample): void {
  console.log(
    `${seconds.toFixed(0).padStart(6)} s ${String(requests).padStart(9)} requests ${(memory / 2 ** 20).toFixed(1)} MiB`,
  )
}
