import { bytesOf, chunksOfStream } from '../model/shared/bytes.ts'
import { UpstreamFailure } from '../sandbox/upstream.ts'

/** Maximum size of a body that has to be read as a whole, in bytes, after decompression. */
const maxBytes = 64 * 1024 * 1024

/** The bytes of a body. @throws {UpstreamFailure} when there are too many, such as those of a body without end */
export async function limitedBytes(body: ReadableStream<Uint8Array>, name: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0

  for await (const chunk of chunksOfStream(body)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) {
      throw new UpstreamFailure(`${name} returned more than ${maxBytes / 2 ** 20} MiB of JSON.`)
    }
  }

  return bytesOf(chunks)
}
