// Starts a sandbox, prepares its data, uses it like the real service, and stops it.
import assert from 'node:assert/strict'
import { connect, createSandbox, listen } from 'entity-sandbox/node'

const sandbox = await createSandbox({ seed: 7, entities: 200 })
const server = await listen(sandbox)

// Requests of the code under test.
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

// The script prepares and checks the sandbox itself.
await sandbox.give('M.Asset', { identifier: 'leek', properties: { Title: 'Leek' } })
await sandbox.actAs('reader')

const rejected = await fetch(`${server.url}/api/entities/identifier/leek`, { method: 'DELETE' })

assert.equal(rejected.status, 403)
assert.equal((await sandbox.requests({ method: 'DELETE', user: 'reader' })).length, 1)

// The same verbs on a server that is already running, in a separate sandbox.
const separate = await connect(server.url, { own: true })

assert.equal(await separate.has('leek'), false)
await separate.close()

await server.close()
