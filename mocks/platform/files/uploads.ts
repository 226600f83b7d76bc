import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { created, json, noContent, type Reply } from '../../http/replies/reply.ts'
import { fileBody } from '../../http/declaration/body.ts'
import { count, text } from '../../http/declaration/parameters.ts'
import { anyObject, reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { ApiError, InvalidRequest } from '../../model/shared/errors.ts'
import { uploadActions } from '../../model/files/file.ts'
import { addPart, announceUpload, checkParts, finishUpload, uploadOf } from '../../model/files/uploads.ts'
import { byId } from '../../api/entities/entities.ts'
import { wireEnum } from '../query/wire-enum.ts'

const Announcement = z.object({
  file_name: z.string().min(1),
  file_size: z.coerce.number().int().nonnegative(),
  action: z.object({
    name: wireEnum(uploadActions),
    /** `AssetId` names the entity that gets the file (`NewMainFile`). */
    parameters: z.looseObject({ AssetId: z.coerce.number().int().optional() }).nullish(),
  }),
})

type Announcement = z.infer<typeof Announcement>

const Completion = z.object({ upload_identifier: z.string() })
type Completion = z.infer<typeof Completion>

/**
 * Uploads in three steps: announce a file, post its content in one piece or in parts, and say when it is complete.
 * The content stays in the sandbox and is served back as renditions of the entity.
 */
export const uploads: Route[] = [
  post('/api/v2.0/upload', announce, {
    does: 'Announces a file.',
    source: observed('existing clients'),
    body: Announcement,
    replies: {
      201: reply('The upload was begun.', anyObject, { Location: 'Where to post the content.' }),
    },
  }),
  post('/api/v2.0/upload/process', receive, {
    does: 'Takes the content of a file, in one piece or in parts; without a body, checks that all of it is there.',
    source: observed('existing clients'),
    query: {
      upload: text('Identifier of the upload.'),
      chunk: count('Number of the part, from 0.'),
      chunks: count('How many parts there are.'),
    },
    body: fileBody(z.object({ file: z.file() })),
    replies: { 204: reply('The part was taken.') },
  }),
  post('/api/v2.0/upload/finalize', finalize, {
    does: 'Ends an upload: the file becomes that of an entity.',
    source: observed('existing clients'),
    body: Completion,
    replies: {
      200: reply('The file has its entity.', anyObject, { Location: 'Address of the entity.' }),
    },
  }),
]

async function announce(call: Call<unknown, Announcement>): Promise<Reply> {
  const { file_name, file_size, action } = call.body
  const { random } = call.sandbox
  const assetId = action.parameters?.AssetId

  if (action.name === 'NewMainFile' && assetId === undefined) {
    throw new InvalidRequest({
      'action.parameters.AssetId': 'NewMainFile needs the id of the entity that gets the file.',
    })
  }

  const { identifier, fileIdentifier } = await call.change((draft) => {
    const entityId = action.name === 'NewMainFile' ? byId(draft, String(assetId)).id : undefined

    return announceUpload(draft, {
      newIdentifier: () => random.text(22),
      fileName: file_name,
      size: file_size,
      action: action.name,
      entityId,
    })
  })

  return created(call.links.to(`/api/v2.0/upload/process?upload=${identifier}`).href, {
    upload_identifier: identifier,
    file_identifier: fileIdentifier,
    storage_identifier: 'sandbox',
  })
}

/** One part, or the whole file; after the last part, clients post once more without content. */
async function receive(call: Call): Promise<Reply> {
  const identifier = call.query.get('upload') ?? ''
  const [chunk, chunks] = [numberIn(call, 'chunk'), numberIn(call, 'chunks')]

  if (!call.request.body?.length) {
    checkParts(call.data, identifier, chunks ?? 1)

    return noContent()
  }

  const bytes = await fileIn(call)

  await call.change((draft) => addPart(draft, identifier, chunk ?? 0, bytes))

  return noContent()
}

async function finalize(call: Call<unknown, Completion>): Promise<Reply> {
  const { upload_identifier } = call.body
  const { fileIdentifier } = uploadOf(call.data, upload_identifier)
  const { author } = call
  const entity = await call.change((draft) => finishUpload(draft, upload_identifier, author))
  const { href } = call.links.entity(entity.id)

  return json(
    {
      success: true,
      asset_id: entity.id,
      asset_identifier: entity.identifier,
      file_identifier: fileIdentifier,
    },
    200,
    { Location: href },
  )
}

async function fileIn(call: Call): Promise<Uint8Array> {
  const type = call.request.header('content-type') ?? ''

  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    throw new ApiError(
      415,
      `Expected a form with the field "file" ("Content-Type: multipart/form-data"), not "${type}".`,
    )
  }

  const file = (await formIn(call, type)).get('file')

  if (!(file instanceof Blob)) throw new InvalidRequest({ file: 'The form has no file in its field "file".' })

  return new Uint8Array(await file.arrayBuffer())
}

async function formIn(call: Call, type: string): Promise<FormData> {
  try {
    // Copied, since what a door hands over may be a view of a larger buffer.
    return await new Response(new Uint8Array(call.request.body ?? []), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw new InvalidRequest({ body: 'The body is no form that can be read.' })
  }
}

function numberIn(call: Call, name: string): number | undefined {
  const text = call.query.get(name)

  if (text === null) return undefined
  if (!/^\d{1,6}$/.test(text)) throw new InvalidRequest({ [name]: `Expected a whole number, not "${text}".` })

  return Number(text)
}
