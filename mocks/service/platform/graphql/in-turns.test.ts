import { GraphQLError } from 'graphql'
import { afterAll, expect, test, vi } from 'vitest'
import { createSandbox } from '../../../index.ts'
import { bytesOf } from '../../../data/model/shared/bytes.ts'
import { jsonInTurns } from './respond.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const text = '{ types { name fields { name description args { name type { name } } type { name kind } } } }'

const seconds = 3600
const sandbox = await createSandbox({ entities: 400, graphql: { aliases: 1000, seconds } })

afterAll(() => sandbox[Symbol.asyncDispose]())

test.each([
  [
    'root fields',
    200,
    `{ ${many(200, (i) => `a${i}: m_Asset(id: "M.Asset.${i}") { id } b${i}: allM_Asset { total }`)} }`,
  ],
  [
    'the fields of lists',
    200,
    `{ allM_Asset(first: 200) { results { ${many(100, (i) => `a${i}: urls`)} } } }`,
  ],
  ['an introspection', 200, `{ ${many(3, (i) => `a${i}: __schema ${text}`)} }`],
  [
    'the validation of a long document',
    20,
    `{ allM_Asset(where: { OR: [${many(900, () => '{ title_contains: "x" }')}] }) { total } }`,
  ],
])('other requests are handled during %s', async (_, least, query) => {
  const send = (sent: string) =>
    sandbox.fetch('/api/graphql/preview/v1', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query: sent }),
    })
  const turnsDuring = async (sent: string) => {
    let [time, turns, isBusy] = [performance.now(), 0, true]
    // All work takes longer than a turn, however fast the machine is.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 11))
    const other = () => {
      turns++
      if (isBusy) setImmediate(other)
    }

    setImmediate(other)
    const response = await send(sent)

    isBusy = false
    clock.mockRestore()
    expect(await response.json()).not.toHaveProperty('errors')

    return turns
  }

  await send('{ __typename }') // builds the schema
  expect(await turnsDuring('{ allM_Asset(first: 1) { total } }')).toBeLessThan(least / 2)
  expect(await turnsDuring(query)).toBeGreaterThan(least)
})

test('a result that is written in turns is the same JSON', async () => {
  // Objects of graphql-js have no prototype.
  const selection = (members: object): Record<string, unknown> => Object.assign(Object.create(null), members)
  const result = {
    errors: [new GraphQLError('No "x".', { path: ['a', 0], extensions: { code: 1 } })],
    data: selection({
      list: [
        selection({ id: 1, text: 'é"\n', json: { a: [undefined, null], b: undefined } }),
        null,
        selection({}),
      ],
      none: null,
      long: 'x'.repeat(200_000),
      empty: [],
      last: selection({ flag: false }),
    }),
  }

  expect(new TextDecoder().decode(bytesOf((await jsonInTurns(result, Infinity)) ?? ''))).toBe(
    JSON.stringify(result),
  )
})
