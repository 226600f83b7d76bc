import { ApiError } from '../../model/shared/errors.ts'
import { isStream, type Reply } from './reply.ts'

const encoder = new TextEncoder()

/**
 * The part of a reply that `Range: bytes=0-499` requests, as 206. For several parts, another unit or an invalid range,
 * the complete reply (RFC 9110, 14).
 *
 * @throws {ApiError} 416 when the range begins after the end of the content
 */
export function inRange(reply: Reply, range: string | undefined): Reply {
  if (reply.body === null || isStream(reply.body)) return reply

  const whole = { ...reply, headers: { ...reply.headers, 'Accept-Ranges': 'bytes' } }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(range?.trim() ?? '') ?? []

  if (first === '' && last === '') return whole

  const bytes = typeof reply.body === 'string' ? encoder.encode(reply.body) : reply.body
  const start = first === '' ? Math.max(0, bytes.length - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1)

  if (first !== '' && last !== '' && Number(last) < Number(first)) return whole
  if (start > end) {
    throw new ApiError(416, `The content has ${bytes.length} bytes.`, {
      'Content-Range': `bytes */${bytes.length}`,
    })
  }

  return {
    ...whole,
    status: 206,
    headers: { ...whole.headers, 'Content-Range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.slice(start, end + 1),
  }
}
