import { deepestFile, parseJson } from '../../http/body.ts'
import type { BodyDeclaration } from '../../http/declaration/body.ts'
import { isZip } from '../../import/sources/unzip.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'

/** Data in any form that an import takes: JSON, or the bytes of a zip. */
export const importBody: BodyDeclaration<object | Uint8Array> = {
  mediaTypes: ['application/json', 'application/zip'],
  isRequired: true,
  schema: undefined,
  read: (request) => {
    if (request.body && isZip(request.body)) return request.body

    const value = parseJson(request, deepestFile)

    if (typeof value === 'object' && value !== null) return value

    throw new InvalidRequest({ body: 'The body must be a JSON object or array, or a zip.' })
  },
}
