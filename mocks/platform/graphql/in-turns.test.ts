import { GraphQLError } from 'graphql'
import { expect, test } from 'vitest'
import { createSandbox } from '../../index.ts'
import { bytesOf } from '../../model/shared/bytes.ts'
import { jsonInTurns } from './json-in-turns.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const text = '{ types { name fields { name description args { name type { name } } type { name kind } } } }'

test.each([
  [
    'root fields',
    `{ ${many(400, (i) => `a${i}: m_Asset(id: "M.Asset.${i}") { id } b: allM_Asset { total }`)} }`,
  ],
  ['the fields of lists', `{ allM_Asset(first: 200) { results { ${many(150, (i) => `a${i}: urls`)} } } }`],
  ['an introspection', `{ ${many(8, (i) => `a${i}: __schema ${text}`)} }`],
  [
    'the validation of a long document',
    `{ allM_Asset(where: { OR: [${many(1300, () => '{ title_contains: "x" }')}] }) { total } }`,
  ],
])('other requests are handled during %s', async (_, query) => {
  await using sandbox = await createSandbox({ entities: 400, graphql: { aliases: 1000 } })
  let [longest, last, isBusy] = [0, performance.now(), true]
  const began = last
  const look = () => {
    const now = performance.now()

    longest = Math.max(longest, now - last)
    last = now
    if (isBusy) setImmediate(look)
  }

  setImmediate(look)
  const response = await sandbox.fetch('/api/graphql/preview/v1', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })

  isBusy = false
  expect(response.status).toBe(200)
  // What takes its turn does not take half of the time at once, however fast the machine is.
  expect(longest).toBeLessThan(Math.max(30, (performance.now() - began) / 2))
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

  expect(new TextDecoder().decode(bytesOf(await jsonInTurns(result)))).toBe(JSON.stringify(result))
})
