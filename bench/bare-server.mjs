// A handwritten server: `bare-server.mjs PORT MODE [FILE]`. `map` stores the entities of the file (one per line, as JSON) in a Map, and
// converts them to JSON for each request; `constant` responds to each request with the first entity.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, mode, file] = process.argv
const byId = new Map()
const byDefinition = new Map()
let lastId = 10_000_000

for (const line of readFileSync(file, 'utf8').split('\n')) if (line) add(JSON.parse(line))

const constant = JSON.stringify(byId.values().next().value)

createServer(mode === 'map' ? respondFromMap : respondWithConstant).listen(Number(port), '127.0.0.1')

function add(entity) {
  const definition = entity.entitydefinition.href.split('/').pop()

  entity.id ??= ++lastId
  byId.set(entity.id, entity)
  if (!byDefinition.has(definition)) byDefinition.set(definition, [])
  byDefinition.get(definition).push(entity)

  return entity
}

function respondWithConstant(request, response) {
  request.resume()
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(constant),
  })
  response.end(constant)
}

function respondFromMap(request, response) {
  const { method, url } = request
  const id = Number(url.slice('/api/entities/'.length))

  if (method === 'DELETE') return byId.delete(id) ? sendStatus(response, 204) : send(response, 404, {})
  if (method === 'GET') {
    if (url.startsWith('/api/entities/query')) return send(response, 200, page(url))

    return byId.has(id) ? send(response, 200, byId.get(id)) : send(response, 404, {})
  }

  let body = ''

  request.setEncoding('utf8')
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const input = JSON.parse(body)

    if (method === 'POST') {
      const added = add(input)

      return send(response, 201, { id: added.id }, { Location: `/api/entities/${added.id}` })
    }

    const before = byId.get(id)

    byId.set(id, { ...before, properties: { ...before.properties, ...input.properties } })
    sendStatus(response, 204)
  })
}

function page(url) {
  const query = new URL(url, 'http://localhost').searchParams
  const entities = byDefinition.get(/'([^']+)'/.exec(query.get('query'))[1]) ?? []
  const skip = Number(query.get('skip'))

  return { items: entities.slice(skip, skip + Number(query.get('take'))), total_items: entities.length }
}

function send(response, status, value, headers) {
  const body = JSON.stringify(value)

  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    ...headers,
  })
  response.end(body)
}

function sendStatus(response, status) {
  response.writeHead(status)
  response.end()
}
