import { z } from 'zod'
import type { BodyCall, Call } from '../../http/call.ts'
import { fileBody } from '../../http/declare-request.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { reply, post, observed, type Route } from '../../http/declare-route.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { checked } from '../../../data/model/shared/validation-messages.ts'
import { FileName, type UploadAction } from '../../../data/model/files/file.ts'
import { announceUpload, finishUpload } from '../../../data/model/files/uploads.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { entityId, EntityReference } from '../../api/entities/entity-schema.ts'
import { numberOrText } from '../query/wire.ts'
import { formIn, processAddress, unknownUpload } from './upload-routes.ts'

const Announcement = z.object({
  fileName: FileName.min(1),
  fileSize: numberOrText(z.int().nonnegative()),
})

const Announced = z.object({ fileIdentifier: z.string(), storageIdentifier: z.string() })

const Completion = withIgnored(z.object({ fileIdentifier: z.string() }), ['storageIdentifier'])
const completion = {
  source: observed('the public documentation'),
  body: Completion,
  replies: {
    201: reply('The file was attached.', EntityReference, { Location: 'Address of the entity.' }),
    404: unknownUpload,
  },
}

/** Uploads of version 1: announce a file, post its content, and create an asset with it or attach it to one. */
export const olderUploads: Route[] = [
  post('/api/v1.0/upload', announce, {
    description: 'Announces a file, in version 1.',
    source: observed('the public documentation'),
    body: fileBody(Announcement),
    replies: { 200: reply('The upload was started.', Announced, { Location: 'Address for the content.' }) },
  }),
  post('/api/v1.0/upload/assets', (call: BodyCall<typeof Completion>) => finish(call, 'NewAsset'), {
    description: 'Creates an asset with an uploaded file.',
    ...completion,
  }),
  post('/api/v1.0/upload/assets/:id', (call: AssetCall) => finish(call, 'NewMainFile', call.params.id), {
    description: 'Attaches an uploaded file to an asset.',
    params: { id: entityId },
    ...completion,
  }),
  post(
    '/api/v1.0/upload/assets/:id/alternative',
    (call: AssetCall) => finish(call, 'NewAlternativeFile', call.params.id),
    {
      description: 'Attaches an uploaded file to an asset as an alternative.',
      params: { id: entityId },
      ...completion,
    },
  ),
]

type AssetCall = BodyCall<typeof Completion, { id: string }>

async function announce(call: Call): Promise<Reply> {
  const { fileName, fileSize } = checked(Announcement, Object.fromEntries(await formIn(call)))
  const file = { fileName, size: fileSize, action: 'NewAsset', entityId: undefined } as const
  const { identifier } = call.change((draft, author) => announceUpload(draft, file, author))

  // version 1 calls the identifier of the upload `fileIdentifier`
  return json({ fileIdentifier: identifier, storageIdentifier: 'sandbox' }, 200, {
    Location: processAddress(call, identifier),
  })
}

async function finish(call: BodyCall<typeof Completion>, action: UploadAction, id?: string): Promise<Reply> {
  const { body } = call
  const entity = call.change((draft, author) =>
    finishUpload(draft, body.fileIdentifier, author, {
      action,
      entityId: id === undefined ? undefined : entityById(draft, id).id,
    }),
  )
  const self = call.links.entity(entity.id)

  return json({ id: entity.id, identifier: entity.identifier, self }, 201, { Location: self.href })
}
