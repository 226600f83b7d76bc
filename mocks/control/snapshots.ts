import { z } from 'zod'
import { NotFound } from '../model/errors.ts'
import type { Call } from '../http/call.ts'
import { created, json, noContent, type Reply } from '../http/reply.ts'
import { del, get, post, type Route } from '../http/route.ts'
import type { Moment } from '../sandbox/moment.ts'

type OneSnapshot = { name: string }

/** Named moments of a sandbox. Taking one and going back to it take constant time, whatever the size. */
export const snapshots: Route[] = [
  get('/__sandbox/snapshots', listSnapshots, { access: 'open' }),
  post('/__sandbox/snapshots', takeSnapshot, { access: 'open' }),
  del('/__sandbox/snapshots/:name', deleteSnapshot, { access: 'open' }),
  post('/__sandbox/snapshots/:name/restore', restoreSnapshot, { access: 'open' }),
]

const SnapshotInput = z.object({
  name: z.string().regex(/^[\w.-]{1,100}$/, {
    error: 'A snapshot\'s name has 1 to 100 letters, digits, ".", "_" and "-".',
  }),
})

const RestoreInput = z.object({
  /** Whether the clock goes back to how it was then as well. */
  clock: z.boolean().optional(),
})

function listSnapshots(call: Call): Reply {
  const items = call.sandbox.snapshots.list().map(([name, moment]) => snapshotResource(call, name, moment))

  return json({ items, total_items: items.length })
}

/** A name that is taken goes to the new snapshot. */
function takeSnapshot(call: Call): Reply {
  const { name } = call.json(SnapshotInput)
  const resource = snapshotResource(call, name, call.sandbox.takeSnapshot(name))

  return created(resource.self.href, resource)
}

function deleteSnapshot(call: Call<OneSnapshot>): Reply {
  if (!call.sandbox.deleteSnapshot(call.params.name)) throw unknownSnapshot(call)

  return noContent()
}

/** Puts back the data and the random source of a snapshot. Who signed in since stays signed in. */
async function restoreSnapshot(call: Call<OneSnapshot>): Promise<Reply> {
  const { clock } = call.jsonOrNothing(RestoreInput)
  const moment = call.sandbox.snapshots.get(call.params.name)

  if (!moment) throw unknownSnapshot(call)
  await call.sandbox.putBack(moment, { kind: 'restore', by: call.userName }, { clock })

  return noContent()
}

function snapshotResource(call: Call, name: string, moment: Moment) {
  return {
    name,
    taken_on: moment.at,
    entities: moment.state.tables.entities.size,
    self: call.links.to(`/__sandbox/snapshots/${name}`),
  }
}

function unknownSnapshot(call: Call<OneSnapshot>): NotFound {
  const names = call.sandbox.snapshots.list().map(([name]) => name)
  const known = names.length > 0 ? `There are ${names.join(', ')}.` : 'There are none.'

  return new NotFound(`There is no snapshot "${call.params.name.slice(0, 100)}" in this sandbox. ${known}`)
}
