/** CRC-32 as in zip and PNG, for every runtime: browsers lack Node's implementation. */
export const crc32 = checksumOf(0xedb88320)

/** CRC-32C, as in LevelDB. */
export const crc32c = checksumOf(0x82f63b78)

function checksumOf(polynomial: number): (bytes: Uint8Array) => number {
  const table = Int32Array.from({ length: 256 }, (_, byte) => {
    let sum = byte

    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ polynomial : sum >>> 1

    return sum
  })

  return (bytes) => {
    let sum = -1

    // Seven times as fast as an iterator.
    for (let at = 0; at < bytes.length; at++)
      sum = (sum >>> 8) ^ (table[(sum ^ (bytes[at] ?? 0)) & 0xff] ?? 0)

    return (sum ^ -1) >>> 0
  }
}

/** Consecutive parts of a content. */
export type Chunks = readonly Uint8Array[]
/** The complete content of a message, as opposed to a stream. */
export type Content = string | Uint8Array | Chunks

const encoder = new TextEncoder()

/** Unlike `instanceof`, this accepts a `Uint8Array` of another realm: test runners give each file its own globals. */
export function isBytes(value: unknown): value is Uint8Array {
  return Object.prototype.toString.call(value) === '[object Uint8Array]'
}

/** The content as one array. */
export function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return encoder.encode(content)
  if (isBytes(content)) return content

  const bytes = new Uint8Array(sizeOf(content))
  let at = 0

  for (const chunk of content) {
    bytes.set(chunk, at)
    at += chunk.length
  }

  return bytes
}

export function chunksOf(content: Content): Chunks {
  return typeof content === 'string' || isBytes(content) ? [bytesOf(content)] : content
}

/** The total number of bytes. */
export function sizeOf(chunks: Chunks): number {
  return chunks.reduce((sum, { length }) => sum + length, 0)
}

/** The first bytes. A chunk that is cut is copied, so that the rest of its buffer can be freed. */
export function beginningOf(chunks: Chunks, size: number): Chunks {
  const beginning: Uint8Array[] = []
  let remaining = size

  for (const chunk of chunks) {
    if (remaining <= 0) break
    beginning.push(chunk.length <= remaining ? chunk : new Uint8Array(chunk.subarray(0, remaining)))
    remaining -= chunk.length
  }

  return beginning
}

/** The number of bytes converted by one call, since the number of arguments is limited. */
const batchSize = 0x8000

/** Node's conversion, which takes a tenth of the time of the one that every runtime has. */
const nodeBuffer = 'Buffer' in globalThis ? globalThis.Buffer : undefined

/** Encodes bytes as base64, in every runtime. */
export function toBase64(bytes: Uint8Array): string {
  const buffer = nodeBuffer?.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

  return buffer?.toString('base64') ?? btoa(binaryString(bytes))
}

/** Text with one character for each byte, as `btoa()` takes it. */
export function binaryString(bytes: Uint8Array): string {
  let text = ''

  for (let start = 0; start < bytes.length; start += batchSize) {
    text += String.fromCharCode(...bytes.subarray(start, start + batchSize))
  }

  return text
}

/** @throws when the text is not base64 */
export function fromBase64(text: string): Uint8Array {
  const decoded = text.length > batchSize ? nodeBuffer?.from(text, 'base64') : undefined
  const padding = text.endsWith('==') ? 2 : Number(text.endsWith('='))

  // Node skips what is not base64.
  if (decoded?.length === (text.length / 4) * 3 - padding) return decoded

  const characters = atob(text)
  const bytes = new Uint8Array(characters.length)

  for (let index = 0; index < bytes.length; index++) bytes[index] = characters.charCodeAt(index)

  return bytes
}

/** The bytes of a stream. Of one that exceeds the limit, only just more than that is read. */
export async function bytesOfStream(body: ReadableStream<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0

  for await (const chunk of chunksOfStream(body)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > limit) break
  }

  return bytesOf(chunks)
}

/**
 * The chunks of a stream. The rest is not read when the consumer stops, even before the first one, as no generator could.
 * Not every browser can iterate a stream.
 */
export function chunksOfStream(
  body: ReadableStream<Uint8Array>,
): AsyncIterableIterator<Uint8Array, undefined> {
  const reader = body.getReader()

  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      const { done, value } = await reader.read()

      return done ? { done, value: undefined } : { done, value }
    },
    async return() {
      await reader.cancel().catch(() => undefined) // it has failed already, or fails to stop: no one reads it any more

      return { done: true, value: undefined }
    },
  }
}
