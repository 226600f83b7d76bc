import { bytesOf, isBytes, sizeOf, type Content } from '../../data/model/shared/bytes.ts'

/** The parts of a request that the journal records. */
export interface RecordedRequest {
  readonly method: string
  readonly baseUrl: string
  readonly search: string
  readonly body: Uint8Array | undefined
  header(name: string): string | undefined
  headers(): Iterable<readonly [name: string, value: string]>
}

/** The parts of a reply that the journal records. */
export interface RecordedReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Content | AsyncIterable<string | Uint8Array> | null
}

/** A recorded body, or its beginning. */
export interface RecordedBody {
  readonly content: Uint8Array
  /** Size of the full body, in bytes. */
  readonly size: number
  readonly isTruncated: boolean
}

export function sizeOfBody(body: Content | null | undefined): number {
  if (!body) return 0

  return typeof body === 'string' || isBytes(body) ? body.length : sizeOf(body)
}

export function recordedBody(body: Content | null | undefined, fullSize?: number): RecordedBody | undefined {
  const content = bytesOf(body ?? '')

  if (content.length === 0) return undefined

  return { content, size: fullSize ?? content.length, isTruncated: fullSize !== undefined }
}
