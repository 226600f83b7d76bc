// Renders pages on the server, from what the API returns.
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

/** What identifies the test of a request to the sandbox server: the cookie that the browser was given by the test. */
function forwarded(request) {
  const id = /(?:^|;\s*)sandbox=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]

  return id ? { 'X-Sandbox': id } : {}
}
