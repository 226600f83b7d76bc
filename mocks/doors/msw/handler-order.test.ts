import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from 'vite'
import { createLocalSandbox, type LocalSandbox } from '../../local/local-sandbox.ts'
import { toMsw } from '../../service/http/msw/load-msw.ts'
import {
  answers,
  answersElsewhere,
  answersOf,
  answersWithUsed,
  handlers,
  used,
} from '../../testing/handler-order.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { createFetchHandler } from '../fetch/create-fetch-handler.ts'
import { listen } from '../node/listen.ts'
import { entitySandbox } from '../vite/index.ts'
import { createHandlers } from './index.ts'

type Send = typeof fetch
type Door = (sandbox: LocalSandbox) => Promise<{ base: string; send?: Send }>

const listOf = (sandbox: LocalSandbox) => toMsw(handlers(createHandlers(sandbox)))

const doors: Readonly<Record<string, Door>> = {
  'the server of msw': async (sandbox) => {
    const server = setupServer(...listOf(sandbox))

    server.listen()
    onTestFinished(() => server.close())

    return { base: 'http://api.test' }
  },
  'getResponse() of msw': async (sandbox) => ({
    base: 'http://api.test',
    send: async (url, init) =>
      (await getResponse(listOf(sandbox), new Request(url, init))) ?? Response.error(),
  }),
  'listen()': async (sandbox) => {
    const server = await listen(listOf(sandbox))

    onTestFinished(() => server.close())

    return { base: server.url }
  },
  'createFetchHandler()': async (sandbox) => {
    const handle = createFetchHandler(listOf(sandbox))

    return { base: 'http://localhost', send: (url, init) => handle(new Request(url, init)) }
  },
}

// e2e/handler-order.spec.ts tests the page, its worker, and Playwright.
test.each(Object.entries(doors))(
  '%s serves handlers in their order: before, between and after those of a sandbox, and those that use() adds',
  async (_, open) => {
    const sandbox = await createLocalSandbox({ entities: 120 })
    const { base, send } = await open(sandbox)
    const whole = { ...answers, ...answersElsewhere }

    expect(await answersOf({ expected: whole, base }, send)).toEqual(whole)

    sandbox.use(used)
    expect(await answersOf({ expected: answersWithUsed, base }, send)).toEqual(answersWithUsed)

    sandbox.stopUsing()
    expect(await answersOf({ expected: answers, base }, send)).toEqual(answers)
  },
)

test('the dev server of Vite serves handlers in their order, for paths of the service', async () => {
  const server = await createServer({
    root: temporaryFolder(),
    configFile: false,
    logLevel: 'silent',
    server: { host: '127.0.0.1', port: 0, ws: false },
    plugins: [
      entitySandbox({
        entities: 120,
        handlers: new URL('../../testing/handler-order.ts', import.meta.url).pathname,
      }),
    ],
  })

  onTestFinished(() => server.close())
  await server.listen()

  const base = `http://127.0.0.1:${server.config.server.port}`

  expect(await answersOf({ expected: answers, base })).toEqual(answers)
})
