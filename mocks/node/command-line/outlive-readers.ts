import type { EventEmitter } from 'node:events'

/** Ignores a closed pipe, as in `entity-sandbox | head -1`: the program continues silently. */
export function outliveReaders(streams: readonly EventEmitter[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
