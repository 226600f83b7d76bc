// Approves an asset, and checks that a receiver of webhooks has posted it, also when it was down for a while.
import assert from 'node:assert/strict'
import { createSandbox, listen } from 'entity-sandbox/node'
import { receiveApproved } from './post-approved.js'

const approved = "Parent('FinalLifeCycleStatusToAsset').id==544"
const posted = []
const receiver = await receiveApproved(
  () => server.url,
  (title) => posted.push(title),
)
const sandbox = await createSandbox({
  entities: 0,
  webhooks: [{ url: receiver.url, definitions: ['M.Asset'], before: `!${approved}`, after: approved }],
})
const server = await listen(sandbox)

// Two attempts get no answer.
await sandbox.addFault({ match: { outgoing: true }, times: 2, effect: { kind: 'response', status: 503 } })

const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

await fetch(`${server.url}/api/entities/${asset.id}/relations/FinalLifeCycleStatusToAsset`, {
  method: 'PUT',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ parent: { href: `${server.url}/api/entities/544` } }),
})

for (let attempts = 0; attempts < 3; attempts++) {
  await until(async () => (await sandbox.messages())[0]?.attempts > attempts)
  await sandbox.clock.advance(60_000)
}

assert.deepEqual(posted, ['Leek'])
assert.equal((await sandbox.messages())[0].state, 'sent')
console.log(`Posted: ${posted.join(', ')}`)

await server.close()
receiver.close()

async function until(isTrue) {
  while (!(await isTrue())) await new Promise((resolve) => setTimeout(resolve, 10))
}
