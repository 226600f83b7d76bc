import { afterAll, expect, test, vi } from 'vitest'
import { createSandbox } from '../../../index.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

const limits = { aliases: 1000, complexity: 25_000, seconds: 3600 }
const sandbox = await createSandbox({ entities: 400, graphql: limits })

afterAll(() => sandbox[Symbol.asyncDispose]())

/** The errors of a query, and how often others had their turn meanwhile. */
async function turnsDuring(query: string): Promise<{ turns: number; errors?: object[] }> {
  let [time, turns, isBusy] = [performance.now(), 0, true]
  // All work takes longer than a turn, however fast the machine is.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (time += 11))
  const other = () => {
    turns++
    if (isBusy) setImmediate(other)
  }

  setImmediate(other)
  const response = await sandbox.fetch('/api/graphql/preview/v1', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query }),
  })

  isBusy = false
  clock.mockRestore()
  const { errors } = await response.json()

  return { turns, errors }
}

test.each([
  [
    'root fields',
    200,
    `{ ${many(200, (i) => `a${i}: m_Asset(id: "M.Asset.${i}") { id } b${i}: allM_Asset { total }`)} }`,
  ],
  [
    'the fields of lists',
    100,
    `{ allM_Asset(first: 200) { results { ${many(100, (i) => `a${i}: urls`)} } } }`,
  ],
  [
    'the lists of one entity',
    100,
    `{ allM_Tag(first: 1) { results { ${many(100, (i) => `a${i}: tagToAsset(orderBy: TITLE_ASC) { total }`)} } } }`,
  ],
])('other requests are handled during %s', async (_, least, query) => {
  await turnsDuring('{ __typename }') // builds the schema
  expect((await turnsDuring('{ allM_Asset(first: 1) { total } }')).turns).toBeLessThan(least / 2)
  const { turns, errors } = await turnsDuring(query)

  expect(errors).toBeUndefined()
  expect(turns).toBeGreaterThan(least)
})

/** Tags with their assets, the tags of these, and so on. */
const circle = (levels: number): string =>
  `tagToAsset(first: 1000) { results { ${levels > 0 ? circle(levels - 1) : 'id'} } }`

test('other requests are handled until a result is too large, and its rest is abandoned', async () => {
  const tags = (index: number) => `a${index}: allM_Tag(first: 1000) { results { ${circle(7)} } }`
  const { turns, errors } = await turnsDuring(`{ ${many(50, tags)} }`)

  expect(errors).toMatchObject([{ extensions: { limit: 'graphql.complexity' } }])
  expect(turns).toBeGreaterThan(100)
  // To go on with what waits for its turn would take some 13,000.
  expect(turns).toBeLessThan(5000)
})
