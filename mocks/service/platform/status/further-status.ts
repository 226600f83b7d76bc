import { z } from 'zod'
import { entityId } from '../../api/entities/entity-schema.ts'
import { licenses } from '../../api/status/licenses.ts'
import { labelledReply, statusResource } from '../../api/status/status-resource.ts'
import type { Call } from '../../http/call.ts'
import { reply, get, observed, type Route } from '../../http/declare-route.ts'
import { filesIn } from '../../../data/model/files/file.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { Link, Timestamp } from '../../../data/model/shared/json.ts'

const source = observed('browser extensions')

const Processing = z.object({ status: z.enum(['Processed']), processed_on: Timestamp })

const Message = z.object({
  id: z.int(),
  channel: z.string(),
  created_on: Timestamp,
  priority: z.int(),
  type: z.string(),
  payload: z.object({ entities: z.array(z.int()) }),
  processing_statuses: z.array(Processing),
  self: Link,
})

/** Status resources of later versions. Features that a sandbox does not have are disabled, with counts of 0. */
export const furtherStatus: readonly Route[] = [
  { ...licenses.route, path: '/api/status/license', source },
  statusResource('mediastorage', {
    source,
    description: 'Status and statistics of the media storage.',
    members: { storage_type: z.string(), files: z.int(), size_in_bytes: z.number() },
    read: readMediaStorage,
  }).route,
  ...(['publishing', 'videoindexing'] as const).map(
    (name) =>
      statusResource(name, {
        source,
        description: `Statistics of ${name === 'publishing' ? 'publishing' : 'video indexing'}, which is disabled.`,
        members: { is_enabled: z.boolean(), pending: z.int(), failed: z.int() },
        read: () => ({ is_enabled: false, pending: 0, failed: 0 }),
      }).route,
  ),
  get('/api/status/messages/:id', readMessage, {
    description:
      'Reads the message that the service sent to its components about a change. The id is the `sequence` of the audit.',
    source,
    access: 'administer',
    params: { id: entityId },
    replies: { 200: reply('The message.', Message) },
  }),
]

function readMediaStorage({ data }: Call) {
  const files = Array.from(data.files.all()).flatMap(filesIn)

  return {
    storage_type: 'in-memory',
    files: files.length,
    size_in_bytes: files.reduce((sum, { size }) => sum + size, 0),
  }
}

function readMessage(call: Call<{ id: string }>) {
  const id = Number(call.params.id)
  const entry = call.sandbox.history.after(0).find(({ sequence }) => sequence === id)

  if (!entry) throw new NotFound(`There is no message ${call.params.id.slice(0, 100)}.`)

  const { at, change } = entry
  const entities = change.changes.flatMap(({ table, key }) => (table === 'entities' ? [Number(key)] : []))

  return labelledReply(call, {
    id,
    channel: 'search_indexing',
    created_on: at,
    priority: 0,
    type: 'EntitiesChanged',
    payload: { entities },
    processing_statuses: [{ status: 'Processed', processed_on: at }],
    self: call.links.to(`/api/status/messages/${id}`),
  })
}
