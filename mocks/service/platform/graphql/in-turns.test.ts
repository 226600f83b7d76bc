import { afterAll, expect, test, vi } from 'vitest'
import { createSandbox } from '../../../index.ts'

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join(' ')

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
    100,
    `{ allM_Asset(first: 200) { results { ${many(100, (i) => `a${i}: urls`)} } } }`,
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
