import type { IncomingMessage } from 'node:http'
import { ApiError } from '../../data/model/shared/errors.ts'
import { inSlices, type Sliced } from '../../data/model/shared/slices.ts'

/** What may be in memory even while that is full, in bytes: deletions and resets have bodies too. */
const allowedWhenFull = 64 * 2 ** 20

/** Limits the total size of the request bodies in memory. */
export class BodyMemory {
  readonly #limit: number
  readonly #sizes = new Map<IncomingMessage, number>()
  #held = 0

  /** @param limit in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Reserves bytes for a request's body until `release()`; false when there is no room for them. */
  take(request: IncomingMessage, size: number, isProcessMemoryFull: () => boolean = () => false): boolean {
    const held = this.#held + size

    if (held > this.#limit || (held > allowedWhenFull && isProcessMemoryFull())) return false

    this.#held = held
    this.#sizes.set(request, (this.#sizes.get(request) ?? 0) + size)

    return true
  }

  release(request: IncomingMessage): void {
    this.#held -= this.#sizes.get(request) ?? 0
    this.#sizes.delete(request)
  }
}

export function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
}

const memoryMessage = 'The memory limit for request bodies is reached. Try again.'

/**
 * Reads the body of a request: undefined if Content-Length exceeds the limit. A chunked body is read just beyond the
 * limit, so that the service can reject it; the rest is discarded.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  memory: BodyMemory,
  isProcessMemoryFull?: () => boolean,
): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve(undefined)

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const end = () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : joined(chunks, size))
    const add = (chunk: Buffer) => {
      size += chunk.length

      if (!memory.take(request, chunk.length, isProcessMemoryFull)) {
        stop(() => reject(new ApiError(503, memoryMessage, { 'Retry-After': '1' })))
      } else {
        chunks.push(chunk)
        if (size > limit) stop(end)
      }
    }
    const stop = (settle: () => void) => {
      request.off('data', add).off('end', end).resume()
      settle()
    }

    request.on('data', add)
    request.on('end', end)
    request.on('error', reject)
    // Creating an Error captures a stack trace, which is expensive: only when needed.
    request.on('close', () => request.readableEnded || reject(new Error('the client disconnected')))
  })
}

/** `Buffer.concat()`, in slices where that takes long. */
function joined(chunks: readonly Buffer[], size: number): Buffer | Promise<Buffer> {
  return size < 2 ** 23 ? Buffer.concat(chunks) : inSlices(join(chunks, size))
}

function* join(chunks: readonly Buffer[], size: number): Sliced<Buffer> {
  const whole = Buffer.allocUnsafe(size)
  let at = 0

  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
    yield
  }

  return whole.subarray(0, at)
}
