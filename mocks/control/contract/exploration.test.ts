import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../build-sandbox.ts'
import { createService } from '../../create-service.ts'
import { bodyBytes, isStream, type Reply } from '../../http/replies/reply.ts'
import type { Service } from '../../http/service.ts'
import { ArbitraryOf } from '../../testing/arbitrary-of.ts'
import { contractCheck } from '../../testing/contract-check.ts'
import type { ObservedResponse } from './contract-check.ts'
import { dish, kitchen, menu, tag } from '../../testing/kitchen-data.ts'
import { origin } from '../../testing/doors.ts'
import { isDeep, seed } from '../../testing/scale.ts'
import { addDefinitions } from './definition-schemas.ts'
import type { JsonSchema } from './schemas.ts'
import { runSync } from '../../model/shared/slices.ts'
import { openApiDocument, type OpenApiDocument } from './openapi.ts'

const known = {
  words: ['T.Dish', 'Title', 'TagToDish', 'leek-soup', 'en-US', 'editor', '1001', 'search', ''],
  ids: [...Object.values(dish), ...Object.values(menu), ...Object.values(tag), 0],
}

/** Operations that make later responses differ from the contract: rejected, late, broken. */
const excluded = /^\/__sandbox\/(faults|scenario)/

interface Explored {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly body: unknown
}

test(
  'responses to requests generated from the contract follow it, and are never 500',
  { timeout: 600_000 },
  async () => {
    const seeded = await buildSandbox({ ...kitchen, machineClock: () => 0 })
    const document = runSync(openApiDocument(createService(seeded).routes))
    const check = await contractCheck()

    addDefinitions(document, seeded.data)

    const request = requestsOf(document)

    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 12 }), async (requests) => {
        const service = createService(seeded.fork('explored'))

        for (const sent of requests) {
          const response = await responseTo(service, sent)
          const what = `${sent.method} ${sent.path}?${sent.search} ${JSON.stringify(sent.body)} returns ${response.status}`

          expect(response.status, `${what}: ${response.body}`).not.toBe(500)
          expect({ what, problems: check.problemsOf(sent.method, sent.path, response) }).toEqual({
            what,
            problems: [],
          })
        }
      }),
      { seed, numRuns: isDeep ? 5000 : 10 },
    )
  },
)

/** A request to any operation of the document, filled in from its schemas. */
function requestsOf({ paths, components }: OpenApiDocument): fc.Arbitrary<Explored> {
  const values = new ArbitraryOf(components.schemas, known)
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    excluded.test(path)
      ? []
      : Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )

  const requests = operations.map(({ path, method, operation }) => {
    const parameters = operation.parameters.flatMap((each) => ('in' in each ? [each] : []))
    const placed = (place: string) =>
      fc.record(
        Object.fromEntries(
          parameters
            .filter((each) => each.in === place)
            .map(({ name, schema }) => [name, values.of(schema as JsonSchema)]),
        ),
        place === 'path' ? {} : { requiredKeys: [] },
      )
    const body = operation.requestBody?.content['application/json']?.schema

    return fc
      .tuple(placed('path'), placed('query'), body ? values.of(body) : fc.constant(undefined))
      .map(([inPath, inQuery, sent]) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(String(inPath[name]) || '-'),
        ),
        search: new URLSearchParams(
          Object.entries(inQuery).map(([name, value]) => [name, String(value)]),
        ).toString(),
        body: sent,
      }))
  })

  return fc.oneof(...requests)
}

async function responseTo(
  service: Service,
  { method, path, search, body }: Explored,
): Promise<ObservedResponse> {
  const headers: Record<string, string> = {
    'x-auth-token': 'sandbox-admin',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const reply = await service.handle({
    method,
    baseUrl: origin,
    path,
    search,
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
    body: body === undefined ? undefined : new TextEncoder().encode(JSON.stringify(body)),
  })

  return {
    status: reply.status,
    headers: Object.fromEntries(
      Object.entries(reply.headers).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: await textOf(reply),
  }
}

async function textOf({ headers, body }: Reply): Promise<string> {
  if (!isStream(body)) return new TextDecoder().decode(bodyBytes(body))

  let text = ''

  for await (const part of body) {
    // A stream of events is endless.
    if (headers['Content-Type']?.startsWith('text/event-stream')) break
    text += typeof part === 'string' ? part : new TextDecoder().decode(part)
  }

  return text
}
