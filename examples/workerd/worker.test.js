import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { start } from './start.js'

async function titleOf(url, sandbox) {
  const response = await fetch(`${url}/api/entities/1000`, { headers: { 'X-Sandbox': sandbox } })

  return (await response.json()).properties.Title
}

await test('each sandbox is a separate object, and is kept when the worker stops', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandboxes-'))
  const first = await start(folder)
  const before = await titleOf(first.url, 'green')
  const changed = await fetch(`${first.url}/s/blue/api/entities/1000`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ properties: { Title: 'Leek soup' } }),
  })

  assert.equal(changed.status, 204)
  await first.stop()

  const next = await start(folder)

  assert.equal(await titleOf(next.url, 'blue'), 'Leek soup')
  assert.equal(await titleOf(next.url, 'green'), before)
  await next.stop()
  await rm(folder, { recursive: true })
})
