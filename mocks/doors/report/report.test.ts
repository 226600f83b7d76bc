import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { dish, kitchen } from '../../testing/kitchen-data.ts'
import { emptyObject } from '../../testing/empty-object.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { recordTest } from './test-record.ts'
import SandboxReporter, { type RunCoverage } from './index.ts'

test('the report of a run has the time line of each test, and what of the contract was exercised, as JSON too', async () => {
  const outputFile = join(temporaryFolder(), 'reports', 'sandbox.html')
  const reporter = new SandboxReporter({ outputFile })

  onTestFinished(() => void delete process.env['SANDBOX_REPORT_FOLDER'])

  for (const title of ['b <renames>', 'a']) {
    await using sandbox = await createLocalSandbox(kitchen)

    await sandbox.change(dish.soup, { Title: 'Onion soup' })
    await sandbox.addFault({
      name: 'busy',
      match: { path: '/api/users' },
      effect: { kind: 'response', status: 503 },
    })
    await sandbox.fetch('/api/users')
    await sandbox.fetch(`/api/entities/${dish.soup}`, { method: 'HEAD' })
    await sandbox.fetch('/api/entities/7777777')
    await recordTest(sandbox, { title, file: 'soup.test.ts', isFailed: title !== 'a' })
  }
  await reporter.onTestRunEnd()

  const page = await readFile(outputFile, 'utf8')
  const coverage = JSON.parse(await readFile(outputFile.replace('.html', '.json'), 'utf8')) as RunCoverage

  expect(page).toMatch(/2, 1 failed[^]*<summary>a \(.*[^]*<summary class="failed">b &lt;renames&gt; \(/)
  expect(page).toMatch(/GET \/api\/users → 503 \(editor, .* ms, busy\)/)
  expect(page).toMatch(/EntityUpdated T\.Dish 1001\n +Title: &quot;Leek soup&quot; → &quot;Onion soup&quot;/)
  expect(coverage).toMatchObject({ tests: 2, faults: { busy: 2 }, scenarios: emptyObject })
  expect(coverage.operations).toContainEqual({
    method: 'GET',
    path: '/api/entities/:id',
    statuses: { 200: 2, 404: 2 },
  })
  expect(coverage.operations).toContainEqual({ method: 'GET', path: '/api/users', statuses: { 503: 2 } })
  expect(coverage.never).toContainEqual({ method: 'POST', path: '/api/entities/:id/copy' })
  expect(JSON.stringify(coverage)).not.toContain('__sandbox')
  expect(existsSync(process.env['SANDBOX_REPORT_FOLDER'] ?? '')).toBe(false)
})

test('a run without sandboxes has an empty report', async () => {
  const outputFile = join(temporaryFolder(), 'sandbox.html')

  onTestFinished(() => void delete process.env['SANDBOX_REPORT_FOLDER'])
  await new SandboxReporter({ outputFile }).onEnd()
  expect(await readFile(outputFile, 'utf8')).toContain('No test had a sandbox.')
})
