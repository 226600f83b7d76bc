/**
 * How long the built server takes from the start of its process to its first answer, against a Node that does
 * nothing. `tsx bench/start.ts`, after `npm run build`.
 */
import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { median, root, ServerProcess } from './processes.ts'

const rounds = 5
const goals = { 1000: 300, 100_000: 10_000 }

const empty = await times(async () => {
  const started = performance.now()

  spawnSync(process.execPath, ['-e', '0'])

  return performance.now() - started
})

console.log(`an empty Node${' '.repeat(17)}${Math.round(empty)} ms`)

for (const [entities, goal] of Object.entries(goals)) {
  const start = await times(async () => {
    const args = [resolve(root, 'dist/node/bin.js'), '--quiet', '--port', '4712', '--entities', entities]
    await using server = await ServerProcess.start(args, 4712, '/api/entities/1000')

    return server.startTime
  })
  const label = `${Number(entities).toLocaleString('en')} entities`

  console.log(
    `${label.padEnd(30)}${Math.round(start)} ms, ${(start / empty).toFixed(1)} times an empty Node (goal ${goal} ms)`,
  )
}

async function times(measure: () => Promise<number>): Promise<number> {
  const taken: number[] = []

  for (let round = 0; round < rounds; round++) taken.push(await measure())

  return median(taken)
}
