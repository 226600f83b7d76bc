import { expect, test } from 'vitest'
import type { z } from 'zod'
import { SandboxConfig } from '../local/config.ts'
import { buildSandbox } from '../local/build-sandbox.ts'
import { createService } from '../local/create-service.ts'
import { zodMessages, problemsIn } from '../data/model/shared/validation-messages.ts'
import { responseOf, serviceRequest } from './ask-service.ts'
import { kitchen } from './kitchen-data.ts'
import { isDeep } from './scale.ts'

const invalidValues = [null, 'x', '', -1, 1.5, true, [], [{}], {}, { kind: 'x', type: 'x' }, ['x', 5]]

/** Phrases of the validation library, which mean nothing to the reader of a message. */
const libraryPhrases =
  /Invalid (input|option|discriminator|string|key|value|number|element)|Unrecognized|Too (big|small)|received |expected (string|number|object|array|one of)/

/** Nearly all requests of these tests are rejected, so that they can share a sandbox. */
const service = createService(await buildSandbox(kitchen))

const send = (method: string, path: string, json?: unknown) =>
  responseOf(service, serviceRequest(method, path, { json }))

const containing = (text: string): unknown => expect.stringContaining(text)
const faults = 'POST /__sandbox/faults'
const dish = 'PUT /api/entities/1001'

test.each<[request: string, body: unknown, place: string, message: unknown]>([
  ['POST /api/entities', 5, 'body', 'The body must be a JSON object.'],
  ['POST /api/entities', { properties: 'x' }, 'properties', 'Expected an object, not "x".'],
  [
    dish,
    { properties: { Course: 'strater' } },
    'Course',
    '"strater" is not an option of "Courses". Did you mean "starter"?',
  ],
  [dish, { properties: { Course: 'zzz' } }, 'Course', containing('Available: starter, main.')],
  [
    'POST /api/entitydefinitions',
    { name: 'A', member_groups: [{ name: 'M', members: [{ type: 'Strin', name: 'T' }] }] },
    'member_groups.0.members.0.type',
    expect.stringMatching(/^Expected "String", .* or "Relation", not "Strin"\. Did you mean "String"\?$/),
  ],
  [
    'POST /api/policies/2',
    { rules: [], member_security: [{ definition: { href: '' }, target: 'T.Dish' }] },
    'member_security.0.definition',
    'Expected a link that ends with a name.',
  ],
  [
    'GET /api/entities/identifier',
    undefined,
    'Message',
    'Entity identifier was not found. An id is a number; for an identifier use /api/entities/identifier/{identifier}.',
  ],
  [
    faults,
    { effect: { kind: 'anser', status: 500 } },
    'effect.kind',
    containing('Expected an effect of kind latency, response,'),
  ],
  [faults, { effect: { kind: 'response' } }, 'effect.status', 'Expected a number; it is missing.'],
  [faults, latency('5'), 'effect.ms', containing('Expected milliseconds, {min, max}')],
  [faults, latency({ min: 5 }), 'effect.ms.max', 'Expected a number; it is missing.'],
  [
    faults,
    { match: { path: 'api' }, effect: { kind: 'response', status: 500 } },
    'match.path',
    'Expected text that starts with "/", not "api".',
  ],
  [faults, { preset: 'slo' }, 'preset', containing('not "slo".')],
  [
    faults,
    { match: { methd: 'GET' }, effect: { kind: 'response', status: 'x' }, nht: 2 },
    'match.methd',
    containing('Did you mean "method"?'),
  ],
  [
    faults,
    { effect: { kind: 'passthrough', definitions: Array.from({ length: 25_000 }, () => 1) } },
    'effect.definitions',
    containing('1000'),
  ],
  [
    faults,
    { match: { pth: '/api/entities' }, effects: { kind: 'empty' } },
    'effects',
    '"effects" is not recognized. Did you mean "effect"?',
  ],
  [
    faults,
    { match: { pth: '/api/entities' }, effects: { kind: 'empty' } },
    'match.pth',
    '"pth" is not recognized. Did you mean "path"?',
  ],
  [faults, {}, 'body', containing('Expected a rule with an "effect", or {"preset": ...}')],
  [faults, { effect: { kind: 'empty' }, nht: 2 }, 'nht', '"nht" is not recognized. Did you mean "nth"?'],
  [
    'POST /__sandbox/clock/advance',
    { ms: 'x' },
    'ms',
    expect.stringMatching(/^Expected a .*number.*, not "x"\.$/),
  ],
  [
    'PUT /__sandbox/clock',
    { mode: 'frozen', at: 'x' },
    'at',
    'Expected a date and time such as "2026-01-31T12:00:00Z", not "x".',
  ],
  [
    'POST /__sandbox/import',
    { entites: [] },
    'entites',
    '"entites" is not recognized. Did you mean "entities"?',
  ],
])('%s %j is rejected with a message that says what is expected', async (request, body, place, message) => {
  const [method = '', path = ''] = request.split(' ')
  const { status, body: text } = await send(method, path, body)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(JSON.parse(text)).toHaveProperty([place], message)
  expect(text).not.toMatch(libraryPhrases)
})

function latency(ms: unknown): object {
  return { effect: { kind: 'latency', ms } }
}

test('no rejection of a body contains phrases of the validation library', async () => {
  let rejected = 0

  for (const { path, methods, body } of service.router.routes) {
    const [method] = methods

    if (!body?.schema || !method) continue
    for (const invalid of invalidBodies(body.schema)) {
      const { status, body: text } = await send(method, path.replace(/:[a-z]\w*/gi, '1001'), invalid)

      if (status === 400) rejected++
      expect(text, `${method} ${path} ${JSON.stringify(invalid)}`).not.toMatch(libraryPhrases)
    }
  }
  expect(rejected).toBeGreaterThan(100)
})

test.each(Object.keys(SandboxConfig.shape))(
  'no rejection of the setting "%s" contains phrases of the validation library',
  (name) => {
    const rejections = invalidValues.flatMap((invalid) => {
      const { error } = SandboxConfig.safeParse({ [name]: invalid }, { error: zodMessages })

      return problemsIn(error?.issues ?? []).map(({ message }) => message)
    })

    expect(rejections).not.toEqual([])
    for (const message of rejections) {
      expect(message).not.toMatch(libraryPhrases)
      expect(message).toMatch(/[.)]$/)
    }
  },
)

/** Bodies that are invalid as a whole, or in one member; in a quick run with some of the invalid values of each. */
function invalidBodies(schema: z.ZodType): unknown[] {
  const shape: unknown = Object(schema.def).shape
  const names = Object.keys(Object(shape))

  return [
    ...invalidValues,
    { nonsense: 1 },
    ...names.flatMap((name, position) =>
      invalidValues
        .filter((_, index) => isDeep || (position + index) % 4 === 0)
        .map((value) => ({ [name]: value })),
    ),
  ]
}
