// Starts a sandbox, talks to it as to the real service, and stops it.
import assert from 'node:assert/strict'
import { createSandbox, listen } from 'entity-sandbox/node'

const sandbox = await createSandbox({ seed: 7, entities: 200 })
const server = await listen(sandbox)

const created = await fetch(`${server.url}/api/entities`, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({
    identifier: 'soups',
    entitydefinition: { href: `${server.url}/api/entitydefinitions/M.Collection` },
    properties: { Name: { 'en-US': 'Soups' } },
  }),
})
const collection = await (await fetch(`${created.headers.get('Location')}?culture=en-US`)).json()

assert.equal(collection.identifier, 'soups')
console.log(`${collection.self.href} is ${JSON.stringify(collection.properties)}`)

await server.close()
