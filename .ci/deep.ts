/**
 * `npm run test:deep`: what looks for failures by itself, for as long as it takes, at most forty minutes. What is random
 * follows from a seed, which is printed: `SEED=5 npm run test:deep` repeats a run.
 */
import { command } from './command.ts'

const limit = 40 * 60
const seed = process.env['SEED'] ?? String(Date.now() % 1_000_000)

process.env['DEEP'] = '1'
process.env['SEED'] = seed
console.log(`SEED=${seed} npm run test:deep`)

const problem = await command('vitest run mocks/testing/deep mocks/node/persistence', limit)

console.log(
  problem === undefined ? 'Nothing was found.' : `${problem}. Repeat it: SEED=${seed} npm run test:deep`,
)
process.exitCode = problem === undefined ? 0 : 1
