import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app } from './app.js'

for (const title of ['Leek soup', 'Rye bread']) {
  await test(`a page shows the title of an asset in the backend (${title})`, async () => {
    const sandbox = title.replace(' ', '-')
    const created = await app.request('/backend/api/entities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Sandbox': sandbox },
      body: JSON.stringify({
        identifier: 'dish',
        entitydefinition: { href: '/backend/api/entitydefinitions/M.Asset' },
        properties: { Title: title },
      }),
    })

    assert.equal(created.status, 201)

    const page = await app.request('/titles/dish', { headers: { 'X-Sandbox': sandbox } })

    assert.equal(await page.text(), title)
  })
}
