import type { Content } from '../../model/shared/bytes.ts'

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
