/** Installs the packed package beside msw 3, whose own way to intercept needs a newer Node, and has its handlers answer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { command, root } from './command.ts'
import { version } from './package-entries.ts'

const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)
const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-msw-3-'))
const script = `
  import assert from 'node:assert/strict'
  import { createHandlers, createSandbox } from 'entity-sandbox'
  import { seedSandboxes } from 'entity-sandbox/vitest'
  import { getResponse } from 'msw'

  const ask = (handlers, path) => getResponse(handlers, new Request('http://api.test' + path))
  const handlers = createHandlers(await createSandbox({ entities: 120 }))

  assert.equal((await ask(handlers, '/api/entities/1000')).status, 200)
  assert.equal((await ask(handlers, '/api/entitties/1000')).status, 404)
  assert.equal(await ask(handlers, '/elsewhere'), undefined)
  for (const handler of handlers) handler.dispose()

  const tests = seedSandboxes({ entities: 120 })
  const test = tests.withSandbox(async (sandbox) => {
    assert.equal((await ask(tests.handlers, '/api/entities/1000')).status, 200)
    assert.equal((await sandbox.requests()).length, 1)
  })

  await test()`

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(folder, 'index.js'), script)
  await must(`npm install --silent --no-audit --no-fund --prefer-offline --ignore-scripts msw@3 "${tarball}"`)
  await must('node index.js')
  console.log('The handlers answer under msw 3.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function must(line: string): Promise<void> {
  const problem = await command(line, 60, folder)
  if (problem) throw new Error(`"${line}" ${problem}.`)
}
