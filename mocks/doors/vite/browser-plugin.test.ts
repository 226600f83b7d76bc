import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { entitySandbox } from './index.ts'

async function writeDefinition(folder: string, id: number, name: string): Promise<void> {
  const definition = {
    id,
    name,
    member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Title' }] }],
  }

  await writeFile(join(folder, `${name}.json`), JSON.stringify(definition))
}

test('in the page, a definition that is added to the folder of the definitions is used, and written as a type', async () => {
  // In an application, the package is installed.
  const root = temporaryFolder({ 'package.js': 'export const startSandbox = () => Promise.resolve()' })
  const definitions = join(root, 'definitions')

  await mkdir(definitions)
  await writeDefinition(definitions, 101, 'T.Dish')

  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { 'entity-sandbox/browser': join(root, 'package.js') } },
    optimizeDeps: { noDiscovery: true },
    server: { host: '127.0.0.1', port: 0 },
    plugins: [entitySandbox({ mode: 'browser', definitions: './definitions', types: './entities.d.ts' })],
  })

  onTestFinished(() => server.close())
  await server.listen()

  const script = async () => (await server.transformRequest('virtual:entity-sandbox'))?.code

  expect(await script()).toContain('T.Dish')
  await writeDefinition(definitions, 102, 'T.Pan')
  await vi.waitFor(async () => expect(await script()).toContain('T.Pan'), { timeout: 10_000 })
  await vi.waitFor(
    async () => expect(await readFile(join(root, 'entities.d.ts'), 'utf8')).toContain('"T.Pan": {'),
    { timeout: 10_000 },
  )
})
