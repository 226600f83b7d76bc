import { z } from 'zod'
import type { BodyCall, Call, QueryCall } from '../../http/call.ts'
import { created, json, type Reply } from '../../http/replies/reply.ts'
import { fileBody, count, text } from '../../http/declare-request.ts'
import { ErrorBody, reply, post, put, observed, type Route } from '../../http/declare-route.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import { FileName, uploadActions } from '../../../data/model/files/file.ts'
import {
  addPart,
  announceUpload,
  checkParts,
  finishUpload,
  uploadOf,
} from '../../../data/model/files/uploads.ts'
import { entityById } from '../../../data/model/entities/references.ts'
import { wireEnum } from '../query/wire.ts'

/** Existing clients send both, so a text is accepted without the warning of `numberOrText`. */
const wholeNumber = z
  .union([z.int(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().nonnegative())

const Announcement = z.object({
  file_name: FileName.min(1),
  file_size: wholeNumber,
  action: z
    .object({
      /** An existing client sends `Create` for `NewAsset`. */
      name: z.union([z.literal('Create').transform(() => 'NewAsset' as const), wireEnum(uploadActions)]),
      /** `AssetId` names the entity that gets the file (`NewMainFile`, `NewAlternativeFile`). */
      parameters: z.looseObject({ AssetId: wholeNumber.optional() }).nullish(),
    })
    .default({ name: 'NewAsset' }),
})

withIgnored(Announcement, ['upload_configuration'])

const Completion = z.object({ upload_identifier: z.string() })
const UploadCreated = z.object({
  upload_identifier: z.string(),
  file_identifier: z.string(),
  storage_identifier: z.string(),
  upload_url: z.string(),
})
withIgnored(Completion, [...Object.keys(UploadCreated.shape), 'action', 'upload_configuration'])

const PartReceived = z.object({ success: z.literal(true), message: z.string() })

const UploadCompleted = PartReceived.extend({
  asset_id: z.int(),
  asset_identifier: z.string(),
  file_identifier: z.string(),
})

/** Maximum size of an uploaded part, in bytes. */
const maxPartSize = 64 * 1024 * 1024

export const unknownUpload = reply(
  'There is no such upload: it was never announced, or is already completed.',
  ErrorBody,
)

const receiveDeclaration = {
  description:
    'Uploads the content of a file, whole or in parts; without a body, checks that it is complete.',
  source: observed('existing clients and programs that upload'),
  access: 'open',
  bodyLimit: maxPartSize,
  query: {
    upload: text('Identifier of the upload.'),
    chunk: count('Number of the part, from 0.'),
    chunks: count('Number of parts.'),
  },
  body: fileBody(z.object({ file: z.file() })),
  replies: { 200: reply('The part was stored.', PartReceived), 404: unknownUpload },
} as const

/**
 * Uploads in three steps: announce a file, post its content whole or in parts, and complete the upload. The content
 * is stored in the sandbox and served as renditions of the entity.
 */
export const uploads: Route[] = [
  post('/api/v2.0/upload', announce, {
    description: 'Announces a file.',
    source: observed('existing clients'),
    body: Announcement,
    replies: {
      201: reply('The upload was started.', UploadCreated, { Location: 'Address for the content.' }),
    },
  }),
  post('/api/v2.0/upload/process', receive, receiveDeclaration),
  put('/api/v2.0/upload/process', receive, receiveDeclaration),
  post('/api/v2.0/upload/finalize', finalize, {
    description:
      'Completes an upload, which creates an asset with the file or attaches the file to an entity.',
    source: observed('existing clients'),
    body: Completion,
    replies: {
      200: reply('The file was attached.', UploadCompleted, { Location: 'Address of the entity.' }),
      404: unknownUpload,
    },
  }),
]

async function announce(call: BodyCall<typeof Announcement>): Promise<Reply> {
  const { file_name, file_size, action } = call.body
  const assetId = action.parameters?.AssetId

  const isForAsset = action.name === 'NewMainFile' || action.name === 'NewAlternativeFile'

  if (isForAsset && assetId === undefined) {
    throw new InvalidRequest({
      'action.parameters.AssetId': `${action.name} requires the id of the entity to attach the file to.`,
    })
  }

  const { identifier, fileIdentifier } = call.change((draft, author) => {
    const entityId = isForAsset ? entityById(draft, String(assetId)).id : undefined

    const file = { fileName: file_name, size: file_size, action: action.name, entityId }

    return announceUpload(draft, file, author)
  })

  const href = processAddress(call, identifier)

  return created(href, {
    upload_identifier: identifier,
    file_identifier: fileIdentifier,
    storage_identifier: 'sandbox',
    upload_url: href,
  })
}

/** The URL that the content of an announced file is posted to. */
export function processAddress({ links }: Call, identifier: string): string {
  return links.to(`/api/v2.0/upload/process?upload=${identifier}`).href
}

const partReceived = { success: true, message: '' }

/** Receives a part or the whole file; after the last part, clients post once more without content. */
async function receive(call: QueryCall<typeof receiveDeclaration.query>): Promise<Reply> {
  const { upload: identifier = '', chunk = 0, chunks = 1 } = call.query

  if (!call.request.body?.length) {
    checkParts(call.data, identifier, chunks)

    return json(partReceived)
  }

  const bytes = await fileIn(call)

  call.change((draft) => addPart(draft, identifier, chunk, bytes))

  return json(partReceived)
}

async function finalize(call: BodyCall<typeof Completion>): Promise<Reply> {
  const { upload_identifier } = call.body
  const { fileIdentifier } = uploadOf(call.data, upload_identifier)
  const entity = call.change((draft, author) => finishUpload(draft, upload_identifier, author))
  const { href } = call.links.entity(entity.id)

  return json(
    {
      ...partReceived,
      asset_id: entity.id,
      asset_identifier: entity.identifier,
      file_identifier: fileIdentifier,
    },
    200,
    { Location: href },
  )
}

/** The file in a request: the field `file` of a form, or else the body itself. */
async function fileIn(call: Call): Promise<Uint8Array> {
  const type = call.request.header('content-type') ?? ''

  if (!/^multipart\/form-data\s*;.*boundary=/i.test(type)) return new Uint8Array(call.request.body ?? [])

  const file = (await formIn(call)).get('file')

  if (!(file instanceof Blob)) throw new InvalidRequest({ file: 'The form has no file in its field "file".' })

  return new Uint8Array(await file.arrayBuffer())
}

/** The form in a request, multipart or URL-encoded. */
export async function formIn({ request }: Call): Promise<FormData> {
  try {
    // copied, as doors may pass a view of a larger buffer
    return await new Response(new Uint8Array(request.body ?? []), {
      headers: { 'content-type': request.header('content-type') ?? '' },
    }).formData()
  } catch {
    throw new InvalidRequest({ body: 'The body is not a readable form.' })
  }
}
