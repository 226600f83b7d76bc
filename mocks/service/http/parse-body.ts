import { ApiError, InvalidRequest, messageOf } from '../../data/model/shared/errors.ts'
import { readJson, readUtf8, slicedJsonProblem } from '../../data/model/shared/read-json.ts'
import { inSlices, runSync, type Sliced } from '../../data/model/shared/slices.ts'
import { unwrapped } from '../../data/model/shared/json.ts'
import type { Warn } from '../../data/model/shared/warnings.ts'
import type { ServiceRequest } from './service-request.ts'

/** Limits of a body: recursion does not exhaust the stack, and checking it, or naming all that is wrong, holds others briefly. */
const bodyLimits = { depth: 200, members: 5000, items: 25_000 }

/** Limits of a data file, which contains such bodies a few levels deeper, and whose members were accepted before. */
const fileLimits = { depth: bodyLimits.depth + 20, members: Infinity, items: Infinity }

/** @throws {ApiError} 413 when the body is larger than `limit` bytes, 415 when it has a `Content-Encoding` */
export function checkLengthAndEncoding(request: ServiceRequest, limit: number): void {
  const { length: read = 0 } = request.body ?? {}
  // Doors don't read a body whose Content-Length is too large.
  const length = Math.max(read, Number(request.header('content-length')) || 0)
  const encoding = request.header('content-encoding')?.trim() || 'identity'

  if (length > limit) throw new ApiError(413, `The body is larger than ${limit / 2 ** 20} MiB.`)
  if (length > 0 && encoding.toLowerCase() !== 'identity') {
    throw new ApiError(415, `Expected a body without "Content-Encoding: ${encoding}".`, {
      'Accept-Encoding': 'identity',
    })
  }
}

/** @throws like `parseJson()`, and 400 for JSON that is not an object */
export function parseObject(request: ServiceRequest, warn: Warn): object {
  const parsed = parseJson(request)
  const value = unwrapped(parsed)

  if (value !== parsed) warn('body', () => 'Expected an object, not a list of one.', 'accepted')

  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidRequest({ body: 'The body must be a JSON object.' })
  }

  return value
}

/**
 * @throws {InvalidRequest} 400 when the body is not valid JSON, or beyond its limits
 * @throws {ApiError} 415 for another content type than JSON
 */
export function parseJson(request: ServiceRequest): unknown {
  return runSync(parseWithin(request, bodyLimits))
}

/** Like `parseJson()`, for data files: yields to the event loop meanwhile, but for the parsing itself. */
export function parseJsonInSlices(request: ServiceRequest): Promise<unknown> {
  return inSlices(parseWithin(request, fileLimits))
}

function* parseWithin(request: ServiceRequest, limits: typeof bodyLimits): Sliced<unknown> {
  checkType(request)

  try {
    const value = readJson(readUtf8(request.body))
    const problem = yield* slicedJsonProblem(value, limits)

    if (problem) throw new InvalidRequest({ [problem.path || 'body']: problem.message })

    return value
  } catch (error) {
    throw error instanceof InvalidRequest
      ? error
      : new InvalidRequest({ body: `The body is not valid JSON: ${messageOf(error)}.` })
  }
}

function checkType(request: ServiceRequest): void {
  const contentType = request.header('content-type')

  if (contentType && !/^(application\/([\w.-]+\+)?|text\/)json\s*(;|$)/i.test(contentType)) {
    throw new ApiError(415, `Expected a JSON body ("Content-Type: application/json"), not "${contentType}".`)
  }
}
