// A handwritten GraphQL server: `graphql-server.mjs PORT FILE`, on graphql-js over Maps of the entities of the file (one per line, as
// JSON, with nested relations). It parses and validates each document once.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buildSchema, execute, parse, validate } from 'graphql'

const [, , port, file] = process.argv
const byId = new Map()
const assets = []

for (const line of readFileSync(file, 'utf8').split('\n')) {
  const { id, identifier, properties, relations, created_on: createdOn, entitydefinition } = JSON.parse(line)
  const { Title: title, Name: name = {} } = properties
  const [[type], related] = [idsOf(relations.AssetTypeToAsset), idsOf(relations.CollectionToAsset)]
  const entity = {
    id: identifier,
    title,
    name,
    createdOn,
    assetTypeToAsset: () => byId.get(type),
    collectionToAsset: (args) => page(related, args),
  }

  byId.set(id, entity)
  if (entitydefinition.href.endsWith('/M.Asset')) assets.push(id)
}

const schema = buildSchema(`
  scalar JSON
  enum Order { ID_ASC ID_DESC }
  type Query { allM_Asset(first: Int = 10, after: String, where: JSON, orderBy: [Order]): Assets! }
  type PageInfo { hasNext: Boolean! endCursor: String! }
  type Assets { total: Int! pageInfo: PageInfo! results: [Asset!]! }
  type Collections { total: Int! results: [Collection!]! }
  type Type { id: String! }
  type Asset {
    id: String! title: String createdOn: String!
    assetTypeToAsset: Type
    collectionToAsset(first: Int = 10, after: String, where: JSON, orderBy: [Order]): Collections!
  }
  type Collection {
    id: String! name: JSON
    collectionToAsset(first: Int = 10, after: String, where: JSON, orderBy: [Order]): Assets!
  }
`)
const rootValue = { allM_Asset: (args) => page(assets, args) }
const documents = new Map()

createServer((request, response) => {
  let body = ''

  request.setEncoding('utf8')
  request.on('data', (chunk) => (body += chunk))
  request.on('end', () => {
    const { query = '{ __typename }', variables } = body ? JSON.parse(body) : {}
    const result = JSON.stringify(
      execute({ schema, document: documentOf(query), rootValue, variableValues: variables }),
    )

    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(result),
    })
    response.end(result)
  })
}).listen(Number(port), '127.0.0.1')

function documentOf(query) {
  const known = documents.get(query)
  if (known) return known
  const document = parse(query)
  const [error] = validate(schema, document)

  if (error) throw error
  documents.set(query, document)

  return document
}

function page(ids, { first, after }) {
  const end = Number(after ?? 0) + first

  return {
    total: ids.length,
    pageInfo: { hasNext: end < ids.length, endCursor: String(end) },
    results: ids.slice(end - first, end).map((id) => byId.get(id)),
  }
}

function idsOf({ parent, parents = parent ? [parent] : [], children = parents } = {}) {
  return children.map(({ href }) => Number(href.split('/').pop()))
}
