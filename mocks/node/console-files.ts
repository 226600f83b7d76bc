import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import sirv from 'sirv'

export type FileServer = (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void

/** Where the build puts the console: beside the server's own folder. */
const builtConsole = fileURLToPath(new URL('../console', import.meta.url))

/**
 * Serves the built console, its start page for every address that is no file. Undefined when it is not built,
 * as when the server runs from its source.
 */
export function consoleFiles(folder: string = builtConsole): FileServer | undefined {
  if (!existsSync(folder)) return undefined

  return sirv(folder, { single: true, etag: true })
}
