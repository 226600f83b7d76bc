import type { Connect } from 'vite'
import { consoleFiles, type ConsolePlace } from '../node/console-files.ts'
import { pathOf } from '../node/exchange.ts'

/** Serves the console at `place.base`. */
export function serveConsole(place: ConsolePlace & { readonly base: string }): Connect.NextHandleFunction {
  const files = consoleFiles(place)
  const path = place.base.slice(0, -1)

  return (request, response, next) => {
    if (!`${pathOf(request)}/`.startsWith(place.base)) return next()
    if (!files) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The console is not built: run "npm run build" in the folder of entity-sandbox.')

      return
    }
    request.url = request.url?.slice(path.length).replace(/^(?!\/)/, '/') ?? '/'
    files(request, response, next)
  }
}
