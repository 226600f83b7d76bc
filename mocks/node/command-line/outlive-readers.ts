import type { EventEmitter } from 'node:events'

/** Whoever reads what is printed may go, as in `entity-sandbox | head -1`: what runs goes on silently. */
export function outliveReaders(streams: readonly EventEmitter[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
