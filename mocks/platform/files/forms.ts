import type { Call } from '../../http/call.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'

/** The file in a request: the field `file` of a form, or else the body itself. */
export async function fileIn(call: Call): Promise<Uint8Array> {
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
