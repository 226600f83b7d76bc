import { matchers, seedSandboxes } from 'entity-sandbox/vitest'
import { graphql, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assetQuery, assetsQuery, createApollo, readAll, readType } from './assets.js'

expect.extend(matchers)

const { handlers, withSandbox } = seedSandboxes({ api: 'https://api.example.com', entities: 200 })
const server = setupServer(...handlers)
const titles = ['Leek soup', 'Plum cake', 'Rye bread']

beforeAll(() => server.listen())
afterAll(() => server.close())

/** A tag with three assets, and an asset without it. */
async function giveDishes(sandbox) {
  const tag = await sandbox.give('M.Tag', { identifier: 'dish' })

  for (const Title of titles)
    await sandbox.give('M.Asset', { properties: { Title }, relations: { TagToAsset: { parents: [tag.id] } } })
  await sandbox.give('M.Asset', { properties: { Title: 'Harbour' } })
}

test.concurrent(
  'graphql-request reads all assets of a tag, page by page',
  withSandbox(async (sandbox) => {
    await giveDishes(sandbox)

    expect(await readAll(['dish'])).toEqual(titles)
    await expect(sandbox).toHaveReceived('query', 'Assets', { variables: { tags: ['dish'] }, count: 2 })
  }),
)

test.concurrent(
  'Apollo Client reads a page, then the next one into its cache',
  withSandbox(async (sandbox) => {
    await giveDishes(sandbox)

    const apollo = createApollo()
    const variables = { tags: ['dish'] }
    const { data } = await apollo.query({ query: assetsQuery, variables })
    const after = data.allM_Asset.pageInfo.endCursor

    await apollo.query({
      query: assetsQuery,
      variables: { ...variables, after },
      fetchPolicy: 'network-only',
    })

    const { results } = apollo.readQuery({ query: assetsQuery, variables }).allM_Asset

    expect(results.map(({ title }) => title)).toEqual(titles)
  }),
)

test.concurrent(
  'the type of an asset is an object, or null where it has none',
  withSandbox(async (sandbox) => {
    const Label = { 'en-US': 'Photo' }
    const type = await sandbox.give('M.AssetType', { identifier: 'photo', properties: { Label } })
    const relations = { AssetTypeToAsset: { parent: type.id } }

    await sandbox.give('M.Asset', { identifier: 'harbour', properties: { Title: 'Harbour' }, relations })
    await sandbox.give('M.Asset', { identifier: 'leek', properties: { Title: 'Leek' } })

    expect([await readType('harbour'), await readType('leek')]).toEqual(['Photo', undefined])

    const { data } = await createApollo().query({ query: assetQuery, variables: { id: 'harbour' } })

    expect(data.m_Asset).toMatchObject({ title: 'Harbour', assetTypeToAsset: { id: 'photo', label: Label } })
  }),
)

test('a handler of the test comes before the sandbox', async () => {
  server.use(graphql.query('Assets', () => HttpResponse.json({ errors: [{ message: 'Down for lunch.' }] })))

  await expect(readAll(['dish'])).rejects.toThrow('Down for lunch.')
})
