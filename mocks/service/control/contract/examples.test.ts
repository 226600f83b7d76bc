import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { Sandboxes } from '../../../sandbox/sandboxes.ts'
import { openFetch } from '../../../testing/doors.ts'
import type { OpenApiDocument } from './openapi.ts'

/** A request with the examples of the contract. */
interface ExampleRequest {
  readonly method: string
  readonly path: string
  readonly body: unknown
}

/** Sends a request to a fresh copy of a sandbox, as its administrator. */
function send(sandbox: Sandbox, { method, path, body }: ExampleRequest): Promise<Response> {
  return openFetch(new Sandboxes(sandbox.fork('fresh'))).send(path, {
    method,
    headers: { 'x-auth-token': 'sandbox-admin', 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

async function documentOf(sandbox: Sandbox): Promise<OpenApiDocument> {
  const response = await send(sandbox, { method: 'GET', path: '/__sandbox/openapi.json', body: undefined })

  return (await response.json()) as OpenApiDocument // what the route returns
}

/** The requests whose body has an example, if all parameters of the path have one. */
function writesOf({ paths }: OpenApiDocument): ExampleRequest[] {
  return Object.entries(paths).flatMap(([template, item]) =>
    Object.entries(item).flatMap(([method, { parameters, requestBody }]) => {
      const json = requestBody?.content['application/json']

      if (!json || !('example' in json)) return []

      const path = parameters.reduce(
        (filled, each) =>
          'in' in each && each.in === 'path' && ['string', 'number'].includes(typeof each.example)
            ? filled.replace(`{${each.name}}`, encodeURIComponent(String(each.example)))
            : filled,
        template,
      )

      return path.includes('{') ? [] : [{ method: method.toUpperCase(), path, body: json.example }]
    }),
  )
}

/** The requests that are rejected, each with its response. */
async function rejectedOf(sandbox: Sandbox, requests: readonly ExampleRequest[]): Promise<string[]> {
  const rejected: string[] = []

  for (const request of requests) {
    const { method, path, body } = request
    const response = await send(sandbox, request)

    if (!response.ok)
      rejected.push(`${method} ${path} ${JSON.stringify(body)}: ${response.status} ${await response.text()}`)
  }

  return rejected
}

test('the contract has no example of a write that a fresh sandbox rejects', async () => {
  const sandbox = await buildSandbox()
  const writes = writesOf(await documentOf(sandbox))

  expect(writes.map(({ method, path }) => `${method} ${path}`)).toContain('POST /api/entities')
  expect(await rejectedOf(sandbox, writes)).toEqual([])
})

test('the example of each definition in the contract can be created', async () => {
  const sandbox = await buildSandbox()
  const { components } = await documentOf(sandbox)
  const creations = Object.entries(components.schemas).flatMap(([name, { examples = [] }]) =>
    name.startsWith('EntityInput.')
      ? (examples as unknown[]).map((body) => ({ method: 'POST', path: '/api/entities', body })) // JSON
      : [],
  )

  expect(creations.length).toBeGreaterThan(20)
  expect(await rejectedOf(sandbox, creations)).toEqual([])
})
