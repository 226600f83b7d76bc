/**
 * Has two generators of others make clients from the contract, each beside the TypeScript that it wants, compiles them,
 * and sends requests with them to a sandbox of the packed package.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'rolldown'
import { command, root } from './command.ts'
import { version } from './package-entries.ts'

const tarball = resolve(root, 'test-results', 'package', `entity-sandbox-${version}.tgz`)
const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-generators-'))

/** Later ones need a newer Node than 20. */
const packages =
  'typescript@5.9.3 openapi-typescript@7.13.0 openapi-fetch@0.17.0 @hey-api/openapi-ts@0.92.2 @types/node@20'
const configuration = {
  compilerOptions: {
    strict: true,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    types: ['node'],
    noEmit: true,
  },
  include: ['*.ts', 'hey/**/*.ts'],
}
const script = `
  import assert from 'node:assert/strict'
  import createClient from 'openapi-fetch'
  import { createSandbox, listen } from 'entity-sandbox/node'
  import type { components, paths } from './paths.js'
  import { client } from './hey/client.gen.js'
  import { getEntitiesById, postEntities } from './hey/sdk.gen.js'

  const server = await listen(await createSandbox({ entities: 120 }))
  const headers = { Authorization: 'Bearer sandbox-editor' }
  const tag = {
    entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
    properties: { TagName: { 'en-US': 'Leek' }, Slug: 'leek' },
  } satisfies components['schemas']['EntityInput.M.Tag']

  const first = createClient<paths>({ baseUrl: server.url, headers })
  const made = await first.POST('/api/entities', { body: tag })
  assert.equal(made.response.status, 201)
  const read = await first.GET('/api/entities/{id}', { params: { path: { id: made.data!.id } } })
  assert.equal(read.data!.identifier, made.data!.identifier)
  const missing = await first.GET('/api/entities/{id}', { params: { path: { id: 999999 } } })
  assert.match(missing.error && 'Message' in missing.error ? String(missing.error.Message) : '', /not found/)

  client.setConfig({ baseUrl: server.url, headers })
  const saved = await postEntities({ body: { ...tag, properties: { ...tag.properties, Slug: 'soup' } } })
  assert.equal(saved.response?.status, 201)
  const found = await getEntitiesById({ path: { id: saved.data!.id } })
  assert.equal(found.data!.identifier, saved.data!.identifier)

  await server.close()`

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  writeFileSync(join(folder, 'round-trip.ts'), script)
  await must(
    `npm install --silent --no-audit --no-fund --prefer-offline --ignore-scripts ${packages} "${tarball}"`,
  )
  await must('npx openapi-typescript node_modules/entity-sandbox/dist/openapi.json -o paths.ts')
  await must(
    'npx openapi-ts -i node_modules/entity-sandbox/dist/openapi.json -o hey -c @hey-api/client-fetch',
  )
  await must('npx tsc')
  await build({
    input: join(folder, 'round-trip.ts'),
    platform: 'node',
    external: [/^entity-sandbox/],
    logLevel: 'warn',
    output: { file: join(folder, 'round-trip.js') },
  })
  await must('node round-trip.js')
  console.log('Clients made by openapi-typescript and @hey-api/openapi-ts compile, and pass a round trip.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function must(line: string): Promise<void> {
  const problem = await command(line, 120, folder)

  if (problem) throw new Error(`"${line}" ${problem}.`)
}
