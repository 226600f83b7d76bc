import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { requestPrinter } from './request-log.ts'

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
