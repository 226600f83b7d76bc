import { z } from 'zod'
import { Link } from '../../../data/model/shared/json.ts'
import type { BodyCall, Call } from '../../http/call.ts'
import { created, json, noContent, type Reply } from '../../http/replies/reply.ts'
import { optionalBody } from '../../http/declare-request.ts'
import { ErrorBody, reply, type Route } from '../../http/declare-route.ts'
import { del, get, post } from '../control-route.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { Expired, SandboxSummary, summaryOf } from '../../../sandbox/lifetime/sandbox-summary.ts'

type SandboxParams = { id: string }

const NewSandbox = z.object({
  /** Generated if omitted. */
  id: z.string().optional(),
  /** Another seed to generate the data from. */
  seed: z.int().optional(),
})

const NewFork = NewSandbox.pick({ id: true })
const SandboxResource = SandboxSummary.extend({
  base: Link.describe('Base URL of the interface in this sandbox.'),
  self: Link,
}).meta({ id: 'Sandbox' })
type SandboxResource = z.infer<typeof SandboxResource>

const SandboxList = z.object({
  items: z.array(SandboxResource),
  total_items: z.int(),
  limits: z.object({ idle_ms: z.number().nullish(), count: z.number().nullish() }),
  is_required: z.boolean(),
  expired: z.array(Expired.extend({ id: z.string() })),
  set_aside: z
    .array(z.object({ id: z.string(), reason: z.string() }))
    .optional()
    .describe('Stored sandboxes that could not be restored.'),
})

const creation = reply('The sandbox was created.', SandboxResource, { Location: 'Address of the sandbox.' })
const conflict = reply('The id is in use.', ErrorBody)

/** The sandboxes of this server. These routes do not create the sandboxes in their paths on first use. */
export const sandboxes: Route[] = [
  get('/__sandbox/sandboxes', listSandboxes, {
    description: 'Lists the sandboxes of this server.',
    scope: 'server',
    replies: { 200: reply('The sandboxes.', SandboxList) },
  }),
  post('/__sandbox/sandboxes', createSandbox, {
    description: 'Creates a sandbox.',
    scope: 'server',
    body: optionalBody(NewSandbox),
    replies: { 201: creation, 409: conflict },
  }),
  get('/__sandbox/sandboxes/:id', readSandbox, {
    description: 'Reads a sandbox.',
    scope: 'server',
    replies: { 200: reply('The sandbox.', SandboxResource) },
  }),
  del('/__sandbox/sandboxes/:id', deleteSandbox, {
    description: 'Deletes a sandbox.',
    scope: 'server',
    replies: {
      204: reply('The sandbox was deleted.'),
      409: reply('The default sandbox can’t be deleted.', ErrorBody),
    },
  }),
  post('/__sandbox/sandboxes/:id/fork', forkSandbox, {
    description: 'Creates a sandbox as a copy of another one, in constant time.',
    scope: 'server',
    body: optionalBody(NewFork),
    replies: { 201: creation, 409: conflict },
  }),
]

async function listSandboxes(call: Call): Promise<Reply> {
  const { sandboxes } = call
  const { idleLimit, countLimit } = sandboxes.expiry.limits
  const { count, items } = await sandboxes.summaries()

  return json({
    items: items.map((summary) => sandboxResource(call, summary)),
    total_items: count,
    limits: { idle_ms: idleLimit, count: countLimit },
    is_required: sandboxes.requiresId,
    expired: sandboxes.expiry.list(),
    ...(sandboxes.setAside.size > 0 && {
      set_aside: Array.from(sandboxes.setAside, ([id, { reason }]) => ({ id, reason })),
    }),
  })
}

async function createSandbox(call: BodyCall<typeof NewSandbox>): Promise<Reply> {
  const { id, seed } = call.body

  return createdSandbox(call, await call.sandboxes.create(id, { seed, by: call.userName }))
}

function readSandbox(call: Call<SandboxParams>): Reply {
  return json(sandboxResource(call, summaryOf(call.sandboxes.get(call.params.id))))
}

async function deleteSandbox(call: Call<SandboxParams>): Promise<Reply> {
  await call.sandboxes.delete(call.params.id)

  return noContent()
}

async function forkSandbox(call: BodyCall<typeof NewFork, SandboxParams>): Promise<Reply> {
  return createdSandbox(call, await call.sandboxes.create(call.body.id, { from: call.params.id }))
}

function createdSandbox(call: Call, sandbox: Sandbox): Reply {
  const resource = sandboxResource(call, summaryOf(sandbox))

  return created(resource.self.href, resource)
}

function sandboxResource({ request: { baseUrl } }: Call, summary: SandboxSummary): SandboxResource {
  return {
    ...summary,
    base: { href: `${baseUrl}/s/${summary.id}` },
    self: { href: `${baseUrl}/__sandbox/sandboxes/${summary.id}` },
  }
}
