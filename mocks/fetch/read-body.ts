import { bytesOf } from '../model/shared/bytes.ts'

/** Reads the body of a request, just beyond the limit at most, so that the service can reject it. */
export async function readStream({ body }: Request, limit: number): Promise<Uint8Array | undefined> {
  if (!body) return undefined

  const chunks: Uint8Array[] = []
  const reader = body.getReader()
  let size = 0

  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value)
    size += part.value.length
    if (size > limit) {
      void reader.cancel().catch(() => undefined) // the client may have disconnected
      break
    }
  }

  return bytesOf(chunks)
}
