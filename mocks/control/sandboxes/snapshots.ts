import { z } from 'zod'
import { checked } from '../../model/shared/checked.ts'
import { DataFile } from '../../model/data-file/data-file.ts'
import { ApiError, NotFound } from '../../model/shared/errors.ts'
import { deepestFile } from '../../http/body.ts'
import type { Call } from '../../http/call.ts'
import { created, json, noContent, type Reply } from '../../http/replies/reply.ts'
import { del, get, post, put, type Route } from '../../http/routing/route.ts'
import type { Checkpoint } from '../../sandbox/state/checkpoint.ts'
import { dataFileReply, importLimit } from '../data/data.ts'
import { differenceOf } from '../data/difference.ts'

type OneSnapshot = { name: string }

/** Named checkpoints of a sandbox. Taking one and going back to it take constant time, whatever the size. */
export const snapshots: Route[] = [
  get('/__sandbox/snapshots', listSnapshots, { access: 'open' }),
  post('/__sandbox/snapshots', takeSnapshot, { access: 'open' }),
  get('/__sandbox/snapshots/:name', readSnapshot, { access: 'open' }),
  put('/__sandbox/snapshots/:name', renameSnapshot, { access: 'open' }),
  del('/__sandbox/snapshots/:name', deleteSnapshot, { access: 'open' }),
  post('/__sandbox/snapshots/:name/restore', restoreSnapshot, { access: 'open' }),
  get('/__sandbox/snapshots/:name/export', exportSnapshot, { access: 'open' }),
  post('/__sandbox/snapshots/:name/import', importSnapshot, { access: 'open', bodyLimit: importLimit }),
]

/** Not dots alone: no address leads to such a name. */
const SnapshotName = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/, {
  error: 'A snapshot\'s name has 1 to 100 letters, digits, ".", "_" and "-", and is not dots alone.',
})
const SnapshotInput = z.object({ name: SnapshotName })

const RestoreInput = z.object({
  /** Whether the clock goes back to how it was then as well. */
  clock: z.boolean().optional(),
})

function listSnapshots(call: Call): Reply {
  const items = call.sandbox.snapshots
    .list()
    .map(([name, checkpoint]) => snapshotResource(call, name, checkpoint))

  return json({ items, total_items: items.length })
}

/** A name that is taken goes to the new snapshot. */
function takeSnapshot(call: Call): Reply {
  const { name } = call.json(SnapshotInput)
  const resource = snapshotResource(call, name, call.sandbox.takeSnapshot(name))

  return created(resource.self.href, resource)
}

/** A snapshot, and what going back to it would change. */
function readSnapshot(call: Call<OneSnapshot>): Reply {
  const { name } = call.params
  const checkpoint = snapshotOf(call)

  return json({
    ...snapshotResource(call, name, checkpoint),
    changes: differenceOf(call.sandbox.store.state, checkpoint.state),
  })
}

function renameSnapshot(call: Call<OneSnapshot>): Reply {
  const { name } = call.json(SnapshotInput)
  const checkpoint = snapshotOf(call)

  if (name !== call.params.name && call.sandbox.snapshots.get(name)) {
    throw new ApiError(409, `There is a snapshot "${name}" already. Delete it first, or choose another name.`)
  }
  call.sandbox.renameSnapshot(call.params.name, name)

  return json(snapshotResource(call, name, checkpoint))
}

function exportSnapshot(call: Call<OneSnapshot>): Reply {
  return dataFileReply(call, snapshotOf(call), call.params.name)
}

/** Keeps what a data file holds as a snapshot to go to. Nothing else changes. */
async function importSnapshot(call: Call<OneSnapshot>): Promise<Reply> {
  const { name } = checked(SnapshotInput, call.params)
  const checkpoint = await call.sandbox.importSnapshot(name, call.json(DataFile, deepestFile))
  const resource = snapshotResource(call, name, checkpoint)

  return created(resource.self.href, resource)
}

function deleteSnapshot(call: Call<OneSnapshot>): Reply {
  if (!call.sandbox.deleteSnapshot(call.params.name)) throw unknownSnapshot(call)

  return noContent()
}

/** Puts back the data and the random source of a snapshot. Who signed in since stays signed in. */
async function restoreSnapshot(call: Call<OneSnapshot>): Promise<Reply> {
  const { clock } = call.jsonOrNothing(RestoreInput)

  await call.sandbox.putBack(snapshotOf(call), { kind: 'restore', by: call.userName }, { clock })

  return noContent()
}

function snapshotResource(call: Call, name: string, checkpoint: Checkpoint) {
  return {
    name,
    taken_on: checkpoint.at,
    entities: checkpoint.state.tables.entities.size,
    self: call.links.to(`/__sandbox/snapshots/${name}`),
  }
}

function snapshotOf(call: Call<OneSnapshot>): Checkpoint {
  const checkpoint = call.sandbox.snapshots.get(call.params.name)

  if (!checkpoint) throw unknownSnapshot(call)

  return checkpoint
}

function unknownSnapshot(call: Call<OneSnapshot>): NotFound {
  const names = call.sandbox.snapshots.list().map(([name]) => name)
  const known = names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.'

  return new NotFound(`There is no snapshot "${call.params.name.slice(0, 100)}" in this sandbox. ${known}`)
}
