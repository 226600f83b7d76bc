// `msw-server.mjs PORT FILE`: the usual msw handlers, which read a Map and respond to each request of a node:http server.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { getResponse, http, HttpResponse } from 'msw'

const [, , port, file] = process.argv
const entities = new Map(
  readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => JSON.parse(line))
    .map((entity) => [entity.id, entity]),
)
let lastId = 10_000_000

const handlers = [
  http.get('*/entities', ({ request }) => {
    const skip = Number(new URL(request.url).searchParams.get('_start'))

    return HttpResponse.json([...entities.values()].slice(skip, skip + 25))
  }),
  http.get('*/entities/:id', ({ params }) => HttpResponse.json(entities.get(Number(params.id)))),
  http.post('*/entities', async ({ request }) => {
    const entity = { ...(await request.json()), id: ++lastId }

    entities.set(entity.id, entity)

    return HttpResponse.json(entity, { status: 201 })
  }),
]

createServer(async (incoming, outgoing) => {
  const chunks = []

  for await (const chunk of incoming) chunks.push(chunk)

  const request = new Request(`http://127.0.0.1:${port}${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers,
    body: chunks.length > 0 ? Buffer.concat(chunks) : null,
  })
  const response = (await getResponse(handlers, request)) ?? new Response(null, { status: 404 })

  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}).listen(Number(port), '127.0.0.1')
