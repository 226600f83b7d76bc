import type { EventEmitter } from 'node:events'

/** Ignores a closed pipe, as in `entity-sandbox | head -1`: the program continues without output. */
export function ignoreClosedPipes(streams: readonly EventEmitter[]): void {
  for (const stream of streams) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
  }
}
