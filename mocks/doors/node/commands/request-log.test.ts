import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { LocalConnection } from '../../../local/local-connection.ts'
import { loggedRequest, requestPrinter } from './request-log.ts'

test('requests printed to a file have no colours, whatever stdout is', async () => {
  const file = Object.assign(new PassThrough(), { isTTY: false })

  vi.stubEnv('FORCE_COLOR', '1')
  vi.stubGlobal('process', { ...process, stdout: { isTTY: true } })
  // A file has none of the methods of a terminal.
  requestPrinter(
    { quiet: false, json: false },
    file as unknown as NodeJS.WriteStream,
  )?.({ method: 'GET', path: '/', status: 200, ms: 1 })
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  file.end()
  expect(await text(file)).toBe('  200 GET    / 1 ms\n')
})

test('a request that was compared is logged with the number of differences', async () => {
  const [entity, definition] = ['/api/entities/1000', '/api/entitydefinitions/M.Asset']
  const recorded = new LocalConnection(await buildSandbox({ entities: 5 }), 'http://sandbox.example')

  await recorded.fetch(entity)
  await recorded.fetch(definition)

  const replay: unknown = await (await recorded.fetch('/__sandbox/journal/har')).json()
  const replayed = new LocalConnection(
    await buildSandbox({ entities: 5, replay: Object(replay) }),
    'http://sandbox.example',
  )
  const { service } = replayed
  const logged: unknown[] = []

  service.onJournaled = (entry) => {
    const { upstream, differences } = loggedRequest(entry, service.sandboxes)

    logged.push({ upstream, differences })
  }
  await replayed.fetch('/api/entitydefinitions')
  await replayed.fetch(definition)
  await replayed.fetch(entity, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"properties":{"Title":"Soup"}}',
  })
  await replayed.fetch(entity)
  expect(logged).toEqual([
    { upstream: expect.stringContaining('the recording has no GET'), differences: undefined },
    { upstream: 'the recording', differences: 0 },
    { upstream: expect.stringContaining('the recording has no PUT'), differences: undefined },
    { upstream: 'the recording', differences: expect.any(Number) },
  ])
  expect(logged.at(-1)).not.toMatchObject({ differences: 0 })
})
