import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLogger, createServer } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { entitySandbox, type EntitySandboxOptions } from './index.ts'

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

test.each(['server', 'browser'] as const)(
  'with the mode %s the dev server says where the console is, and the tokens',
  async (mode) => {
    const { server, lines } = await openLogged({ mode, entities: 1 })

    server.printUrls()

    const { port } = server.config.server

    expect(lines.join('\n')).toContain(`Sandbox: http://127.0.0.1:${port}/__sandbox/console/`)
    expect(lines.join('\n')).toContain('sandbox-admin, sandbox-editor')
  },
)

test('the dev server warns of a request that matches no route, and names the nearest', async () => {
  const { server, lines } = await openLogged({ entities: 1 })

  await fetch(`http://127.0.0.1:${server.config.server.port}/api/entitties/1?token=hunter2`)
  await fetch(`http://127.0.0.1:${server.config.server.port}/api/status`)

  expect(lines.filter((line) => line.startsWith('[entity-sandbox] '))).toEqual([
    expect.stringMatching(/404 GET \/api\/entitties\/1\?token=\[redacted\]: .*nearest: \/api\/entities\/:id/),
  ])
})

test('the dev server warns of what a request is warned of, each text once', async () => {
  const { server, lines } = await openLogged({ entities: 1, auth: 'required' })
  const headers = { 'X-Auth-Token': 'sandbox-editor' }

  for (const path of ['/api/entities/1?cultur=x', '/api/entities/2?cultur=x', '/api/entities/1?member=x']) {
    await fetch(`http://127.0.0.1:${server.config.server.port}${path}`, { headers })
  }
  server.printUrls()

  expect(lines.filter((line) => line.startsWith('[entity-sandbox] '))).toEqual([
    expect.stringMatching(/GET \/api\/entities\/1\?cultur=x: cultur: .*Did you mean "culture"/),
    expect.stringMatching(/GET \/api\/entities\/1\?member=x: member: .*Did you mean "members"/),
  ])
  expect(lines.join('\n')).toContain('every request needs one')
})

async function openLogged(options: EntitySandboxOptions) {
  const lines: string[] = []
  const customLogger = createLogger('info')

  customLogger.info = (line) => void lines.push(line)
  customLogger.warn = (line) => void lines.push(line)

  const server = await createServer({
    root: temporaryFolder(),
    configFile: false,
    customLogger,
    server: { host: '127.0.0.1', port: 0, ws: false },
    plugins: [entitySandbox(options)],
  })

  onTestFinished(() => server.close())
  await server.listen()

  return { server, lines }
}
