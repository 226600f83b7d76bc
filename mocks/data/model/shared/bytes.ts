type Checksum = (bytes: Uint8Array) => number

/** That of Node, Bun and Deno takes a tenth of the time; browsers have none. */
const zlib: { readonly crc32?: Checksum } | undefined = globalThis.process?.getBuiltinModule?.('node:zlib')

/** CRC-32 as in zip and PNG. */
export const crc32: Checksum = zlib?.crc32 ?? checksumOf(0xedb88320)

/** CRC-32C, as in LevelDB. */
export const crc32c: Checksum = checksumOf(0x82f63b78)

function checksumOf(polynomial: number): Checksum {
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

export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one === other) return true

  // Much faster than `every()`.
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false

  return one.length === other.length
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

/** The bytes from `start` up to, not including, `end`: views of the chunks. */
export function partOf(chunks: Chunks, start: number, end: number): Chunks {
  let at = 0

  return chunks.flatMap((chunk) => {
    const offset = at

    at += chunk.length

    return start < at && offset < end
      ? [chunk.subarray(Math.max(0, start - offset), Math.min(chunk.length, end - offset))]
      : []
  })
}

const pieceSize = 2 ** 20

/** Bytes as chunks of at most a MiB, so that no work on one of them takes long: views. */
export function inPieces(bytes: Uint8Array): Chunks {
  return Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, index) =>
    bytes.subarray(index * pieceSize, (index + 1) * pieceSize),
  )
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

/** The base64 of a content, in parts. */
export function* base64Of(chunks: Chunks): Generator<string> {
  let rest: Uint8Array = new Uint8Array()

  for (const chunk of chunks) {
    const bytes = bytesOf([rest, chunk])
    const end = bytes.length - (bytes.length % 3)

    yield toBase64(bytes.subarray(0, end))
    rest = bytes.subarray(end)
  }
  yield toBase64(rest)
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
