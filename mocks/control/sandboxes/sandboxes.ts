import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { created, json, noContent, type Reply } from '../../http/replies/reply.ts'
import { del, get, post, type Route } from '../../http/routing/route.ts'
import type { OpenSandbox } from '../../sandbox/lifetime/open-sandbox.ts'

type OneSandbox = { id: string }

/** The sandboxes of this server. These routes do not begin the sandboxes they name. */
export const sandboxes: Route[] = [
  get('/__sandbox/sandboxes', listSandboxes, { access: 'open', scope: 'server' }),
  post('/__sandbox/sandboxes', createSandbox, { access: 'open', scope: 'server' }),
  get('/__sandbox/sandboxes/:id', readSandbox, { access: 'open', scope: 'server' }),
  del('/__sandbox/sandboxes/:id', deleteSandbox, { access: 'open', scope: 'server' }),
  post('/__sandbox/sandboxes/:id/fork', forkSandbox, { access: 'open', scope: 'server' }),
]

const NewSandbox = z.object({
  /** Made up when left out. */
  id: z.string().optional(),
  /** Another seed to grow the data from. */
  seed: z.int().optional(),
})

const NewFork = NewSandbox.pick({ id: true })

function listSandboxes(call: Call): Reply {
  const { sandboxes } = call.service
  const { idleLimit, countLimit } = sandboxes.expiry.limits
  const items = sandboxes.list().map((opened) => sandboxResource(call, opened))

  return json({
    items,
    total_items: items.length,
    limits: { idle_ms: idleLimit, count: countLimit },
    is_required: sandboxes.isRequired,
    expired: sandboxes.expiry.list().map(({ id, reason, at }) => ({ id, reason, at: timestamp(at) })),
  })
}

async function createSandbox(call: Call): Promise<Reply> {
  const { id, seed } = call.jsonOrNothing(NewSandbox)
  const opened = call.service.sandboxes.create(id)

  if (seed !== undefined) await opened.sandbox.reset({ seed, by: call.userName })

  return createdSandbox(call, opened)
}

function readSandbox(call: Call<OneSandbox>): Reply {
  return json(sandboxResource(call, call.service.sandboxes.get(call.params.id)))
}

function deleteSandbox(call: Call<OneSandbox>): Reply {
  call.service.sandboxes.delete(call.params.id)

  return noContent()
}

/** Begins a sandbox with what the one named holds now. Takes constant time, whatever that is. */
function forkSandbox(call: Call<OneSandbox>): Reply {
  const { id } = call.jsonOrNothing(NewFork)

  return createdSandbox(call, call.service.sandboxes.create(id, call.params.id))
}

function createdSandbox(call: Call, opened: OpenSandbox): Reply {
  const resource = sandboxResource(call, opened)

  return created(resource.self.href, resource)
}

function sandboxResource(call: Call, opened: OpenSandbox) {
  const { sandbox, predecessor } = opened
  const { sandboxes } = call.service

  return {
    id: sandbox.id,
    is_default: sandbox === sandboxes.default,
    seed: sandbox.settings.seed,
    entities: sandbox.data.entities.size,
    changes: sandbox.history.sequence,
    snapshots: sandbox.snapshots.list().length,
    created_on: timestamp(opened.createdAt),
    last_used_on: timestamp(opened.lastUsedAt),
    is_in_use: opened.isInUse,
    /** What expired to be begun anew as this sandbox. */
    ...(predecessor ? { expired: { reason: predecessor.reason, at: timestamp(predecessor.at) } } : {}),
    /** Base URL of the interface in this sandbox. */
    base: { href: `${call.request.origin}/s/${sandbox.id}` },
    self: { href: `${call.request.origin}/__sandbox/sandboxes/${sandbox.id}` },
  }
}

function timestamp(time: number): string {
  return new Date(time).toISOString()
}
