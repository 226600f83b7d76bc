import { getResponse, http, HttpResponse, type RequestHandler } from 'msw'
import { setupServer } from 'msw/node'
import { expect, test } from 'vitest'
import { createLocalSandbox } from '../../local/local-sandbox.ts'
import { createFetchHandler } from '../fetch/create-fetch-handler.ts'
import { listen } from '../node/listen.ts'
import { createHandlers } from './index.ts'

type Send = (method: string, path: string) => Promise<Response>

/** What serves a list of handlers, and how a request is sent to it. */
const doors: readonly [name: string, open: (handlers: RequestHandler[]) => Promise<[Send, () => unknown]>][] =
  [
    [
      'the server of msw',
      async (handlers) => {
        const server = setupServer(...handlers)

        server.listen()

        return [(method, path) => fetch(`http://api.test${path}`, { method }), () => server.close()]
      },
    ],
    [
      'getResponse() of msw',
      async (handlers) => [
        async (method, path) => {
          const response = await getResponse(handlers, new Request(`http://api.test${path}`, { method }))

          return response ?? Response.error()
        },
        () => undefined,
      ],
    ],
    [
      'listen()',
      async (handlers) => {
        const server = await listen(handlers)

        return [(method, path) => fetch(`${server.url}${path}`, { method }), () => server.close()]
      },
    ],
    [
      'createFetchHandler()',
      async (handlers) => {
        const handle = createFetchHandler(handlers)

        return [(method, path) => handle(new Request(`http://localhost${path}`, { method })), () => undefined]
      },
    ],
  ]

test.each(doors)(
  '%s serves handlers in their order: before, between and after those of a sandbox, and those that use() adds',
  async (_, open) => {
    const sandbox = await createLocalSandbox({ entities: 120 })
    const own = createHandlers(sandbox)
    const status = own.findIndex(({ info }) => info.header.endsWith(' */api/status'))
    const by = (name: string) => () => HttpResponse.json({ by: name })
    const [send, close] = await open([
      http.get('*/api/entities/7', by('before')),
      ...own.slice(0, status),
      http.get('*/api/*', by('between')),
      ...own.slice(status),
      http.all('*', by('after')),
    ])
    const answerOf = async (method: string, path: string) => {
      const response = await send(method, path)
      const { by: name } = (await response.json()) as { by?: string } // every response here is an object

      return name ?? response.status
    }

    expect(status).toBeGreaterThan(1)
    expect(await answerOf('GET', '/api/entities/7')).toBe('before')
    expect(await answerOf('GET', '/api/entities/1000')).toBe(200)
    expect(await answerOf('GET', '/api/status')).toBe('between')
    expect(await answerOf('GET', '/api/unknown')).toBe('between')
    expect(await answerOf('POST', '/api/unknown')).toBe(404)
    expect(await answerOf('GET', '/elsewhere')).toBe('after')

    sandbox.use(http.get('*/api/entities/:id', by('used')))
    expect(await answerOf('GET', '/api/entities/7')).toBe('before')
    expect(await answerOf('GET', '/api/entities/1000')).toBe('used')
    expect(await answerOf('GET', '/api/status')).toBe('between')

    sandbox.stopUsing()
    expect(await answerOf('GET', '/api/entities/1000')).toBe(200)
    await close()
  },
)
