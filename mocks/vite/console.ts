import type { Connect } from 'vite'
import { consoleFiles, type ConsoleLocation } from '../node/console-files.ts'
import { pathOf } from '../node/exchange.ts'

/** Serves the console at `location.base`. */
export function serveConsole(
  location: ConsoleLocation & { readonly base: string },
): Connect.NextHandleFunction {
  const files = consoleFiles(location)
  const path = location.base.slice(0, -1)

  return (request, response, next) => {
    if (!`${pathOf(request)}/`.startsWith(location.base)) return next()
    if (!files) {
      response.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8' })
      response.end('The console is not built: run "npm run build" in the folder of entity-sandbox.')

      return
    }
    request.url = request.url?.slice(path.length).replace(/^(?!\/)/, '/') ?? '/'
    files(request, response, next)
  }
}
