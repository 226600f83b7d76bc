import { Har } from '../model/exchanges/har.ts'
import { expect, test } from 'vitest'
import { buildSandbox, type CreateSandboxOptions } from '../../local/build-sandbox.ts'
import { LocalConnection } from '../../local/local-connection.ts'
import { importData } from './import-sources.ts'

const limits = { journal: { entries: 10_000, bodyBytes: 10_000_000 }, memoryBudget: 500_000_000 }

/** A sandbox, and what it returned to the requests so far. */
async function open(options: CreateSandboxOptions) {
  const connection = new LocalConnection(
    await buildSandbox({ ...options, ...limits }),
    'http://sandbox.example',
  )
  const send = (path: string, method = 'GET', json?: object) =>
    connection.fetch(path, {
      method,
      ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
    })
  const read = async (path: string) => JSON.parse(await (await send(path)).text())

  return { url: connection.url, send, read, har: (): Promise<object> => read('/__sandbox/journal/har') }
}

test('of several responses with the same entity, the archive’s last one counts; a deleted entity is not imported', async () => {
  const recorded = await open({ seed: 5, entities: 60 })
  const { items } = await recorded.read('/api/entitydefinitions/M.Asset/entities')
  const [kept, deleted] = items.map(({ id }: { id: number }) => `/api/entities/${id}`)

  await recorded.send(`${kept}/relations/ContentRepositoryToAsset`)
  await recorded.send(`${kept}`, 'PUT', { properties: { Title: 'Later', FileName: null } })
  await recorded.send(`${kept}?members=Title,FileName`)
  await recorded.send(`${kept}/relations/ContentRepositoryToAsset`, 'PUT', { parents: [] })
  await recorded.send(`${kept}/relations/ContentRepositoryToAsset`)
  await recorded.send(`${deleted}`, 'DELETE')
  const replayed = await open({ data: await recorded.har() })

  expect(await replayed.read(`${kept}?nestedRelations=ContentRepositoryToAsset`)).toMatchObject({
    properties: { Title: 'Later', FileName: null },
    relations: { ContentRepositoryToAsset: { parents: [] } },
  })
  expect(await replayed.send(`${deleted}`)).toMatchObject({ status: 404 })
})

test.each([
  'culture=en-US',
  'cultures=fr-FR,en-US',
  'members=Title',
  'groups=Content',
  'culture=en-US&members=Title',
])(
  'a response to ?%s removes no members and cultures that another one had, and changes those that it has',
  async (search) => {
    const recorded = await open({ seed: 5, entities: 60 })
    const path = '/api/entities/1000'
    const valuesOf = async ({ read }: typeof recorded, query = '') => {
      const { cultures, properties } = await read(`${path}${query}`)

      return { cultures, properties }
    }
    const imported = async (query?: string) => valuesOf(await open({ data: await recorded.har() }), query)

    await valuesOf(recorded, '?culture=it-IT')
    const whole = await valuesOf(recorded)

    await valuesOf(recorded, `?${search}`)
    expect(await imported()).toEqual(whole)

    await recorded.send(path, 'PUT', {
      properties: {
        Title: 'Later',
        Description: { 'en-US': 'Later', 'de-DE': null, 'fr-FR': 'Plus tard' },
      },
    })
    const part = await valuesOf(recorded, `?${search}`)

    expect(await imported(`?${search}`)).toEqual(part)

    const later = await valuesOf(recorded)

    expect(await imported()).toEqual(later)
  },
)

test.each(['{}', 'null'])('a later %s clears a value in the cultures of its response only', async (empty) => {
  const recorded = await open({ seed: 5, entities: 60 })
  const path = '/api/entities/1000'

  const { 'en-US': _, ...others } = (await recorded.read(path)).properties.Description

  await recorded.send(`${path}?culture=en-US`)

  const { log } = Har.parse(await recorded.har())
  const content = log.entries.at(-1)?.response.content

  if (content) content.text = content.text?.replace(/"Description":\{[^}]*\}/, `"Description":${empty}`)
  const replayed = await open({ data: { log } })

  expect((await replayed.read(path)).properties.Description).toEqual(others)
})

test('a relation is as it was last seen whole: in an entity whose definition nests it, not in a query that limits it', async () => {
  const recorded = await open({ seed: 5, entities: 60 })
  const path = '/api/entities/1000'
  const parentsOf = async (relation: string) => {
    const replayed = await open({ data: await recorded.har() })

    return (await replayed.read(`${path}/relations/${relation}`)).parents.length
  }
  const tags = [4001, 4002, 4003].map((id) => ({ href: `${recorded.url}/api/entities/${id}` }))

  await recorded.read('/api/entitydefinitions/M.Tag/entities')
  await recorded.read('/api/entitydefinitions/M.Content.Repository/entities')
  await recorded.send(`${path}/relations/TagToAsset`, 'PUT', { parents: tags })
  await recorded.send(`${path}?nestedRelations=TagToAsset`)
  expect(await parentsOf('ContentRepositoryToAsset')).toBe(1)

  await recorded.send('/api/entities/query', 'POST', {
    query: { filter: { type: 7, operator: 0, value: 1000 } },
    load_configuration: { relation_option: { load_option: 'All', max_related_items: 1 } },
  })
  await recorded.send(`${path}/relations/ContentRepositoryToAsset`, 'PUT', { parents: [] })
  await recorded.send(path)

  expect(await parentsOf('TagToAsset')).toBe(3)
  expect(await parentsOf('ContentRepositoryToAsset')).toBe(0)
})

test('an archive of a browser is imported: bodies in base64, other servers, failures, truncated bodies, users of every sandbox', async () => {
  const entity = (id: number) =>
    JSON.stringify({
      id,
      identifier: `leek-${id}`,
      entitydefinition: { href: 'https://real.example/prefix/api/entitydefinitions/Demo.Recipe' },
      properties: { Title: 'Leek' },
      created_by: { href: 'https://real.example/prefix/api/entities/7' },
      self: { href: `https://real.example/prefix/api/entities/${id}` },
    })
  const entry = (url: string, content: object, status = 200) => ({
    startedDateTime: '2026-05-02T09:12:33.12Z',
    request: { method: 'GET', url, headers: [] },
    response: { status, headers: [{ name: 'Content-Type', value: 'application/json' }], content },
  })
  const { file, summary } = await importData({
    data: {
      log: {
        entries: [
          entry('https://real.example/prefix/api/entities/70001', {
            text: btoa(entity(70_001)),
            encoding: 'base64',
          }),
          entry('https://elsewhere.example/entities/70002', { text: entity(70_002) }),
          entry('https://real.example/api/entities/70003', { text: entity(70_003) }, 500),
          entry('https://real.example/api/entities/70004', {
            text: entity(70_004).slice(9),
            comment: 'Truncated',
          }),
        ],
      },
    },
  })

  expect(summary.imported).toMatchObject({ entities: 1 })
  expect(file.entities?.filter(({ id = 0 }) => id > 70_000)).toMatchObject([{ id: 70_001, createdBy: 7 }])
})

test('notifications are imported; those of a user that is not imported are for everyone', async () => {
  const notification = (id: number, user: number) => ({
    id,
    notificationtype: 'SearchChanged',
    created_on: '2026-05-02T09:12:33Z',
    created_by: { href: `https://real.example/api/entities/${user}` },
    channels: [{ channelname: 'EmailNotification', is_checked: false }],
    user: { href: `https://real.example/api/entities/${user}` },
  })
  const { file, summary } = await importData({
    data: { items: [notification(3, 7), notification(4, 123_456)], total_items: 2 },
  })

  expect(summary.imported).toMatchObject({ notifications: 2 })
  expect(file.notifications).toMatchObject([
    { id: 3, userId: 7, channels: [{ name: 'EmailNotification', isChecked: false }] },
    { id: 4, userId: null },
  ])
})
