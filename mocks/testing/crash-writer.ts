import { writeSync } from 'node:fs'
import { Entity } from '../model/entities/entity.ts'
import { openPersisted } from '../node/persistence/persist.ts'

/**
 * Prints the versions of its entities in a persisted sandbox, then writes to them in turn until it is killed. It prints
 * the number of each write, on a separate line, once the write is acknowledged.
 */

const entityCount = 20
const firstEntityId = 5000

const { sandboxes } = await openPersisted(process.argv[2] ?? '', { compactAfter: 20_000 })
const sandbox = sandboxes.default
const time = '2026-01-01T00:00:00.000Z'
const versions = Array.from(
  { length: entityCount },
  (_, index) => sandbox.data.entities.get(firstEntityId + index)?.version ?? 0,
)
let number = Math.max(...versions)

writeSync(1, `${JSON.stringify(versions)}\n`)

for (;;) {
  number += 1
  await sandbox.change((draft) => {
    draft.entities.put(
      Entity.parse({
        id: firstEntityId + (number % entityCount),
        identifier: `note-${number % entityCount}`,
        definition: 'Note',
        cultures: [],
        properties: { Text: 'x'.repeat(number % 300) },
        relations: {},
        version: number,
        createdOn: time,
        createdBy: 6,
        modifiedOn: time,
        modifiedBy: 6,
      }),
    )
  })
  if (number % 50 === 0) await sandbox.takeSnapshot('latest')
  writeSync(1, `${number}\n`)
}
