// Renders pages on the server with data from the API.
import { createServer } from 'node:http'

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')

  if (pathname === '/health') return response.end('ok')

  const entity = await fetch(`${process.env.API_URL}/api/entities/identifier${pathname}`, {
    headers: forwarded(request),
  })
  const { properties } = entity.ok ? await entity.json() : { properties: { Title: 'No such asset' } }

  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><h1>${properties.Title}</h1>`)
}).listen(Number(process.env.PORT))

/** The header that names the sandbox of the test, from the cookie that the test set in the browser. */
function forwarded(request) {
  const id = /(?:^|;\s*)sandbox=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

  return id ? { 'X-Sandbox': id } : {}
}
