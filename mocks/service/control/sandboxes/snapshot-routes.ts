import { z } from 'zod'
import { checked } from '../../../data/model/shared/validation-messages.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { Link, Timestamp } from '../../../data/model/shared/json.ts'
import { availableNames } from '../../../data/model/shared/suggestion.ts'
import type { BodyCall, Call } from '../../http/call.ts'
import { created, json, jsonList, noContent, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declare-request.ts'
import { ErrorBody, reply, unpagedListOf, type Route } from '../../http/declare-route.ts'
import { del, get, post } from '../control-route.ts'
import type { SandboxDraft } from '../../../sandbox/state/sandbox-draft.ts'
import { withoutSnapshot, withSnapshot, type Checkpoint } from '../../../sandbox/state/sandbox-state.ts'
import { dataFile, dataFileReply, importLimit, importBody } from '../data/data.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import { Differences, differenceOf } from './change-routes.ts'

type SnapshotParams = { name: string }

/** Not `.` or `..`, since a URL can't have such a segment. */
const SnapshotName = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/, {
  error: 'A snapshot\'s name has 1 to 100 letters, digits, ".", "_" and "-", and is not "." or "..".',
})
const SnapshotInput = z.object({ name: SnapshotName })
const RestoreInput = z.object({
  /** Whether the clock is restored too. */
  clock: z.boolean().optional(),
})

const SnapshotResource = z
  .object({ name: z.string(), taken_on: Timestamp, entities: z.int(), self: Link })
  .meta({ id: 'Snapshot' })

const creation = {
  201: reply('The snapshot was taken.', SnapshotResource, { Location: 'Address of the snapshot.' }),
  409: reply('The sandbox already has the maximum number of snapshots.', ErrorBody),
}

/** Named checkpoints of a sandbox, which are taken and restored in constant time. */
export const snapshots: Route[] = [
  get('/__sandbox/snapshots', listSnapshots, {
    description: 'Lists the snapshots.',
    replies: { 200: reply('The snapshots.', unpagedListOf(SnapshotResource)) },
  }),
  post('/__sandbox/snapshots', takeSnapshot, {
    description: 'Takes a snapshot, replacing an existing one with the same name.',
    body: SnapshotInput,
    replies: creation,
  }),
  get('/__sandbox/snapshots/:name', readSnapshot, {
    description: 'Reads a snapshot and what restoring it would change.',
    replies: { 200: reply('The snapshot.', SnapshotResource.extend({ changes: Differences })) },
  }),
  del('/__sandbox/snapshots/:name', deleteSnapshot, {
    description: 'Deletes a snapshot.',
    replies: { 204: reply('The snapshot was deleted.') },
  }),
  post('/__sandbox/snapshots/:name/restore', restoreSnapshot, {
    description:
      'Restores the data and random source of a snapshot. Users who have signed in since stay signed in.',
    body: optionalBody(RestoreInput),
    replies: { 204: reply('The snapshot was restored.') },
  }),
  get(
    '/__sandbox/snapshots/:name/export',
    (call) => dataFileReply(call, snapshotOf(call), call.params.name),
    {
      description: 'Streams the data of a snapshot as one file.',
      replies: { 200: dataFile },
    },
  ),
  post('/__sandbox/snapshots/:name/import', importSnapshot, {
    description: 'Saves an import as a snapshot without changing the current data.',
    bodyLimit: importLimit,
    body: importBody,
    replies: creation,
  }),
]

function listSnapshots(call: Call): Reply {
  const { snapshots } = call.stateForRequest.checkpoints

  return jsonList(Array.from(snapshots, ([name, checkpoint]) => snapshotResource(call, name, checkpoint)))
}

async function takeSnapshot(call: BodyCall<typeof SnapshotInput>): Promise<Reply> {
  return save(call, call.body.name, (draft) => draft.checkpoint())
}

function* readSnapshot(call: Call<SnapshotParams>): Sliced<Reply> {
  const { name } = call.params
  const checkpoint = snapshotOf(call)

  return json({
    ...snapshotResource(call, name, checkpoint),
    changes: yield* differenceOf(call.stateForRequest.data, checkpoint.data),
  })
}

async function importSnapshot(call: Call<SnapshotParams, Promise<object | Uint8Array>>): Promise<Reply> {
  const { name } = checked(SnapshotInput, call.params)
  const { importData } = await import('../../../data/import/import-sources.ts')
  const { file } = await importData({ data: await call.body })
  const imported = await call.sandbox.checkpointInFile(file)

  return save(call, name, () => imported)
}

async function deleteSnapshot(call: Call<SnapshotParams>): Promise<Reply> {
  snapshotOf(call) // which throws if there is none
  call.change((draft) => (draft.checkpoints = withoutSnapshot(draft.checkpoints, call.params.name)))

  return noContent()
}

async function restoreSnapshot(call: BodyCall<typeof RestoreInput, SnapshotParams>): Promise<Reply> {
  call.change((draft) => draft.restore(snapshotOf(call), 'restore', call.body))

  return noContent()
}

function snapshotResource(call: Call, name: string, checkpoint: Checkpoint) {
  return {
    name,
    taken_on: checkpoint.at,
    entities: checkpoint.data.tables.entities.size,
    self: call.links.to(`/__sandbox/snapshots/${name}`),
  }
}

function save(call: Call, name: string, checkpointIn: (draft: SandboxDraft) => Checkpoint): Reply {
  const resource = call.change((draft) => {
    const checkpoint = checkpointIn(draft)

    draft.checkpoints = withSnapshot(draft.checkpoints, name, checkpoint)

    return snapshotResource(call, name, checkpoint)
  })

  return created(resource.self.href, resource)
}

function snapshotOf({ stateForRequest, params: { name } }: Call<SnapshotParams>): Checkpoint {
  const { snapshots } = stateForRequest.checkpoints
  const checkpoint = snapshots.get(name)
  const hint = availableNames([...snapshots.keys()]) || 'It has none.'

  if (!checkpoint) throw new NotFound(`There is no snapshot "${name.slice(0, 100)}" in this sandbox. ${hint}`)

  return checkpoint
}
