import { ApiError } from '../../../data/model/shared/errors.ts'
import type { ServiceRequest } from '../request.ts'
import { completeRead, isStream, type Reply } from './reply.ts'

/**
 * The part of a reply that `Range: bytes=0-499` requests, as 206 with the ETag of the whole content. The complete reply
 * for several parts, another unit, an invalid range, or an `If-Range` that is not this ETag (RFC 9110, 13.1.5 and 14).
 *
 * @throws {ApiError} 416 when the range begins after the end of the content
 */
export function inRange(reply: Reply, request: ServiceRequest): Reply {
  if (reply.body === null || isStream(reply.body)) return reply

  const whole = completeRead(
    { ...reply, headers: { ...reply.headers, 'Accept-Ranges': 'bytes' } },
    reply.body,
  )
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(request.header('range')?.trim() ?? '') ?? []
  const ifRange = request.header('if-range')?.trim()

  if (first === '' && last === '') return whole
  if (ifRange !== undefined && ifRange !== whole.etag) return whole

  const { body: bytes } = whole
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)

  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole
  if (start > end) {
    throw new ApiError(416, `The content has ${bytes.length} bytes.`, {
      'Content-Range': `bytes */${bytes.length}`,
    })
  }

  const { 'Content-Length': _, ...headers } = whole.headers

  return {
    ...whole,
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  }
}
