import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DataFileInput } from '../../model/data-file/data-file.ts'
import { isDeep, seed } from '../../testing/scale.ts'
import { buildWriter } from '../../testing/writer-script.ts'
import { openPersisted } from './persist.ts'

const kills = isDeep ? 200 : 6
/** Folders written to at the same time. */
const lanes = 4

const data = {
  definitions: [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Text' }] }] },
  ],
  entities: [],
} satisfies DataFileInput

interface Life {
  /** Versions of the entities written to, as the process found them. */
  readonly found: number[]
  /** The last write that was acknowledged to it. */
  readonly acknowledged: number
}

/** Runs a process that writes, and kills it after a delay. */
async function writeUntilKilled(script: string, folder: string, delay: number): Promise<Life> {
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''

  let isDue = false

  child.stdout.on('data', (text: Buffer) => {
    said += text.toString()
    // With a short delay it is killed while it opens the folder, else after its first write.
    if (isDue || (delay > 10 && !/\n\d+\n/.test(said))) return
    isDue = true
    setTimeout(() => child.kill('SIGKILL'), delay)
  })
  await once(child, 'close')

  // The last line may be incomplete: its number was not acknowledged.
  const [found = '[]', ...numbers] = said.split('\n').slice(0, -1)

  return { found: JSON.parse(found) as number[], acknowledged: Number(numbers.at(-1) ?? 0) }
}

/** Expects every write up to the last one: each entity has its latest version. */
function expectAllUpTo(versions: readonly number[], acknowledged: number): void {
  const last = Math.max(...versions)

  expect(last).toBeGreaterThanOrEqual(acknowledged)
  for (let number = Math.max(1, last - versions.length + 1); number <= last; number++) {
    expect(versions[number % versions.length]).toBe(number)
  }
}

test(`a process killed ${kills} times while it writes loses no acknowledged write`, async () => {
  const root = mkdtempSync(join(tmpdir(), 'crash-'))
  const script = await buildWriter('crash-writer')
  let random = seed
  let writes = 0

  const runLane = async (lane: number): Promise<void> => {
    const folder = join(root, String(lane))
    let acknowledged = 0

    await (await openPersisted(folder, { data })).close()
    // The last process only reads what the one before it wrote.
    for (let kill = 0; kill <= kills / lanes; kill++) {
      random = (random * 48_271) % 2_147_483_647
      const life = await writeUntilKilled(script, folder, random % 40)

      expectAllUpTo(life.found, acknowledged)
      acknowledged = Math.max(acknowledged, life.acknowledged)
    }
    writes += acknowledged
  }

  await Promise.all(Array.from({ length: lanes }, (_, lane) => runLane(lane)))
  rmSync(root, { recursive: true })

  expect(writes).toBeGreaterThan(kills / 2)
}, 900_000)
