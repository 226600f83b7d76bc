import { expect, test } from 'vitest'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { dish, kitchen } from '../../testing/kitchen-data.ts'
import { failurePage } from './failure-page.ts'

test('the page of a failed test escapes its texts, is self-contained, and limits its size', async () => {
  await using sandbox = await createLocalSandbox(kitchen)

  await sandbox.fetch(`/api/entities/${dish.soup}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ properties: { Title: `<script>alert(1)</script>${'x'.repeat(10_000)}` } }),
  })
  await sandbox.fetch('/__sandbox/undo', { method: 'POST' })
  await sandbox.addFault({
    name: 'slow soup',
    match: { method: 'PUT' },
    effect: { kind: 'response', status: 500 },
  })
  for (let count = 0; count < 300; count++) await sandbox.fetch(`/api/entities/${dish.soup}`)

  const page = failurePage({
    title: 'a <b>test</b>',
    overview: await sandbox.overview(),
    archive: await sandbox.archive(),
    changes: await sandbox.changes(),
    faults: await sandbox.faults(),
    reproduction: [{ text: 'Its sandbox:', link: 'http://127.0.0.1:4010/?sandbox="soup"' }],
  })

  expect(page).toContain('<h1>a &lt;b&gt;test&lt;/b&gt;</h1>')
  expect(page).toContain('The last 200 of 301.')
  expect(page).toContain(`301. GET /api/entities/${dish.soup} → 200`)
  expect(page).toContain('<a href="http://127.0.0.1:4010/?sandbox=&quot;soup&quot;">')
  expect(page).toContain('Fault &quot;slow soup&quot; of PUT any path: no request was affected.')
  expect(page).toContain('change (undone) by editor: 1 changed in entities')
  expect(page).toContain('Title: &quot;Leek soup&quot; → &quot;&lt;script&gt;')
  expect(page).not.toMatch(/<script|src=|<link|@import|url\(/)
  expect(page.length).toBeLessThan(1_500_000)
})
