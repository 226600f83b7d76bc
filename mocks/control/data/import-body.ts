import { maxFileDepth, parseJsonInSlices } from '../../http/body.ts'
import type { BodyDeclaration } from '../../http/declaration/body.ts'
import { isZip } from '../../import/sources/unzip.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'

/** Data to import: JSON, or the bytes of a zip. */
export const importBody: BodyDeclaration<Promise<object | Uint8Array>> = {
  mediaTypes: ['application/json', 'application/zip'],
  isRequired: true,
  schema: undefined,
  read: async (request) => {
    if (request.body && isZip(request.body)) return request.body

    const value = await parseJsonInSlices(request, maxFileDepth)

    if (typeof value === 'object' && value !== null) return value

    throw new InvalidRequest({ body: 'The body must be a JSON object or array, or a zip.' })
  },
}
