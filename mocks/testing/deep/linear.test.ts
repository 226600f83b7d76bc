import { z } from 'zod'
import { beforeAll, expect, test, vi } from 'vitest'
import { redactForm, redactSecrets } from '../../sandbox/journal/secrets.ts'
import { importData } from '../../data/import/import-sources.ts'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import { includesOrigin } from '../../service/http/access/hosts.ts'
import { rawQueryOf } from '../../service/http/declare-request.ts'
import type { Route } from '../../service/http/declare-route.ts'
import { isNamedByIfNoneMatch } from '../../service/http/replies/etag.ts'
import { parseExpression } from '../../data/model/query/language/parser.ts'
import { definedNamesOf } from '../../data/model/query/defined-names.ts'
import { fullTextProblem } from '../../data/model/query/text/full-text.ts'
import { wordsIn } from '../../data/model/query/text/words.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import { loadExpressionEngine, matches } from '../../data/model/shared/regular-expressions.ts'
import { createStream } from '../../data/model/shared/random.ts'
import { jsonProblem } from '../../data/model/shared/read-json.ts'
import { suggestion } from '../../data/model/shared/suggestion.ts'
import { PathPattern } from '../../sandbox/faults/request-pattern.ts'
import { createFakers } from '../../data/seed/generator/fakers.ts'
import { textMatching } from '../../data/seed/values/text-matching.ts'
import { serviceRequest } from '../ask-service.ts'
import { isDeep } from '../scale.ts'

/**
 * Looks for work that takes quadratic time: four times the input may take ten times as long, not sixteen. Up to
 * `fastEnough` milliseconds are always accepted, and there are five attempts, because the machine may be busy.
 */
const fastEnough = 200
const size = isDeep ? 200_000 : 20_000

async function timeOf(work: () => unknown): Promise<number> {
  const started = performance.now()

  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }

  return performance.now() - started
}

/** Returns the times if they grow too fast. */
async function excessiveGrowth(work: (length: number) => unknown): Promise<string | undefined> {
  let times: string | undefined

  for (let attempt = 0; attempt < 5; attempt++) {
    const small = await timeOf(() => work(size))
    const large = await timeOf(() => work(4 * size))

    if (large < Math.max(fastEnough, 10 * small)) return undefined
    times = `${size}: ${small.toFixed(1)} ms, ${4 * size}: ${large.toFixed(1)} ms`
  }

  return times
}

test('excessiveGrowth: detects quadratic time, and accepts linear time', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const quadratic = await excessiveGrowth((length) => void (now += (length / 1000) ** 2))
  const linear = await excessiveGrowth((length) => void (now += length / 100))

  clock.mockRestore()

  expect(quadratic).toContain('ms')
  expect(linear).toBeUndefined()
})

const repeat = (text: string) => (length: number) => text.repeat(Math.ceil(length / text.length))

/** Texts that repeat a pattern up to a given length. */
const shapes: Record<string, (length: number) => string> = {
  letters: repeat('a'),
  words: repeat('a b '),
  quotes: repeat('\\"'),
  'open brackets': repeat('(['),
  'closed brackets': repeat('()[]{}'),
  stars: repeat('*a'),
  commas: repeat('a,'),
  'equals signs': repeat('a=b&'),
  'quoted names': repeat('"a":'),
  spaces: repeat(' '),
  slashes: repeat('/a'),
  'percent signs': repeat('%20'),
  conditions: repeat("Title=='a' AND "),
  ors: repeat('a OR '),
}

const { data } = await buildSandbox({ data: [] })

const functions: Record<string, (text: string) => unknown> = {
  'secrets of JSON': (text) => redactSecrets(`["${text}`),
  'secrets of JSON, redacted': (text) => redactSecrets(`{"password":${text}`),
  'secrets of a form': (text) => redactForm(text),
  'secrets of form data': (text) => redactSecrets(`--${text}`),
  'secrets of a URL': (text) => redactSecrets(`?${text}`),
  'secrets of GraphQL': (text) => redactSecrets(`{ a(password: ${text}`),
  'secrets of texts within texts': (text) =>
    redactSecrets(JSON.stringify({ a: JSON.stringify({ b: text }) })),
  'secrets by name and value': (text) => redactSecrets(`{"name":"password","value":${text}`),
  'query language': (text) => parseExpression(text, definedNamesOf(data)),
  'full text': (text) => fullTextProblem(text),
  words: (text) => wordsIn(text),
  'path pattern': (text) => new PathPattern('/api/*a*a*a*b').matches(`/api/${text}`),
  origins: (text) => includesOrigin(['https://*.a*.example'], text),
  expression: (text) => matches(String.raw`^([\w ]+)+$`, text),
  'text generated for an expression': (text) =>
    textMatching(text, createFakers().drawFrom(createStream(1)).en),
  'query of a URL': (text) => rawQueryOf(text, ['A']),
  'entity tags': (text) => isNamedByIfNoneMatch(text, '"x"'),
  'near names': (text) => suggestion(text, ['Title', 'Description']),
  'valid Unicode': (text) => jsonProblem({ [text]: text.split('a') }),
}

beforeAll(loadExpressionEngine)

test.each(Object.entries(functions))(
  '%s: takes linear time',
  async (_, work) => {
    const problems: string[] = []

    for (const [shape, make] of Object.entries(shapes)) {
      const times = await excessiveGrowth((length) => work(make(length)))

      if (times !== undefined) problems.push(`${shape}: ${times}`)
    }

    expect(problems).toEqual([])
  },
  120_000,
)

test.runIf(isDeep)(
  'every body takes linear time',
  async () => {
    const sandbox = await buildSandbox({ entities: 100 })
    const problems: string[] = []
    const routes = createService(sandbox).router.routes.filter(({ body }) => body)

    for (const route of routes) {
      const members = membersOf(route)
      const path = route.path.replace(/:\w+/g, '1000')

      for (const [shape, content] of Object.entries(bodies)) {
        const times = await excessiveGrowth((length) => {
          const service = createService(sandbox.fork('other'))

          const json = Object.fromEntries(members.map((name) => [name, content(length / members.length)]))

          return service.handle(serviceRequest(route.methods[0] ?? 'POST', path, { json }))
        })

        if (times !== undefined) problems.push(`${route.methods[0]} ${route.path}, ${shape}: ${times}`)
      }
    }

    expect(problems).toEqual([])
  },
  600_000,
)

/** Exports of other systems, each with many records of one kind. */
const imports: Record<string, (index: number) => object> = {
  'many definitions': (index) => exportedEntity(index, `D${index}`, { Text: 'a' }),
  'many options': (index) => exportedEntity(index, 'D', { Kind: { identifier: `k${index}`, labels: {} } }),
  'many relations': (index) =>
    index % 2 === 0
      ? exportedEntity(index, 'D', {})
      : {
          self: { href: `/api/entities/${4999 + index}/relations/R` },
          parent: { href: '/api/entities/5000' },
        },
}

const exportedEntity = (index: number, definition: string, properties: object) => ({
  id: 5000 + index,
  entitydefinition: { href: `/api/entitydefinitions/${definition}` },
  properties,
})

test.runIf(isDeep)(
  'imports take linear time',
  async () => {
    const problems: string[] = []

    for (const [shape, record] of Object.entries(imports)) {
      const times = await excessiveGrowth((length) =>
        importData({ data: Array.from({ length: length / 40 }, (_, index) => record(index)) }),
      )

      if (times !== undefined) problems.push(`${shape}: ${times}`)
    }

    expect(problems).toEqual([])
  },
  600_000,
)

const bodies: Record<string, (length: number) => unknown> = {
  'long text': (length) => 'a "('.repeat(length / 4),
  'many items': (length) => Array.from({ length: length / 10 }, (_, index) => `item${index % 50}`),
  'many objects': (length) => Array.from({ length: length / 20 }, (_, id) => ({ id, name: `n${id}` })),
  'many members': (length) =>
    Object.fromEntries(Array.from({ length: length / 15 }, (_, index) => [`m${index}`, index])),
}

/** The names of a body's members, which share the length. */
function membersOf({ body }: Route): string[] {
  const { schema } = body ?? {}
  const members = schema instanceof z.ZodObject ? Object.keys(schema.shape) : []

  return members.length > 0 ? members : ['entities', 'a']
}
