import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { entitySandbox } from './index.ts'

const patience = { timeout: 20_000, interval: 100 }

test('after a failed start the dev server starts again with a corrected file of definitions, and with an added one', async () => {
  const root = temporaryFolder()
  const fileOf = (name: string) => join(root, 'definitions', `${name}.json`)

  mkdirSync(join(root, 'definitions'))
  writeFileSync(fileOf('recipe'), definitionText('My.Recipe').slice(0, -1))

  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, ws: false },
    plugins: [entitySandbox({ definitions: './definitions' })],
  })

  onTestFinished(() => server.close())
  await server.listen()

  const { port } = server.config.server
  const statusOf = async (definition: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/entitydefinitions/${definition}`)

    return `${response.status} ${await response.text()}`
  }

  expect(await statusOf('My.Recipe')).toMatch(/^500 .*recipe\.json/s)

  writeFileSync(fileOf('recipe'), definitionText('My.Recipe'))
  await vi.waitFor(async () => expect(await statusOf('My.Recipe')).toMatch(/^200/), patience)

  writeFileSync(fileOf('chef'), definitionText('My.Chef'))
  await vi.waitFor(async () => expect(await statusOf('My.Chef')).toMatch(/^200/), patience)
}, 60_000)

function definitionText(name: string): string {
  return JSON.stringify([{ name, member_groups: [] }])
}
