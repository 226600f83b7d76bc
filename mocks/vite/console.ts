import type { Connect } from 'vite'
import { consoleFiles } from '../node/console-files.ts'

/** Where the console is, below the service's own path. */
export const consolePath = '/__sandbox/console'

/** @param prefix what stands in front of the service's paths */
export function serveConsole(prefix: string): Connect.NextHandleFunction {
  const place = `${prefix}${consolePath}`
  const files = consoleFiles({ base: `${place}/`, service: prefix })

  return (request, response, next) => {
    if (!files) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The console is not built: run "npm run build" in the folder of entity-sandbox.')

      return
    }
    request.url = request.url?.slice(place.length).replace(/^(?!\/)/, '/') ?? '/'
    files(request, response, next)
  }
}
