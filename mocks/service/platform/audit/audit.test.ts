import { expect } from 'vitest'
import { jsonOf, origin } from '../../../testing/doors.ts'
import { dish, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

interface Audit {
  items: { event_type: string; entity_id: number; changed: string[] }[]
  total_items: number
}

test('the audit lists changes of entities, the newest first', async (doors) => {
  await doors.put(`/api/entities/${dish.soup}`, { properties: { Servings: 6 } })
  await doors.delete(`/api/entities/${tag.cheap}`)

  expect(await doors.get('/api/audit/raw/query')).toMatchObject({
    items: [
      {
        event_type: 'EntityDeleted',
        entity_id: tag.cheap,
        target_id: String(tag.cheap),
        user_id: 7,
        username: 'editor',
        entitydefinition: 'T.Tag',
      },
      {
        timestamp: '2026-06-15T12:00:00.000Z',
        event_type: 'EntityUpdated',
        entity_id: dish.soup,
        entity_identifier: 'leek-soup',
        user: 'editor',
        changed: ['Servings'],
        origin: 'change',
      },
    ],
    total_items: 2,
    returned_items: 2,
    self: { href: `${origin}/api/audit/raw/query` },
  })
})

test('the audit can be filtered by entity, time and text, sorted, and paged', async (doors) => {
  for (const id of [dish.soup, dish.bread, dish.soup]) {
    await doors.put(`/api/entities/${id}`, { properties: { Servings: id } })
  }

  const ids = async (path: string) =>
    (await doors.get<Audit>(`/api/audit/${path}`)).items.map(({ entity_id }) => entity_id)

  expect(await ids(`raw/query/${dish.soup}`)).toEqual([dish.soup, dish.soup])
  expect(await ids('business/query?fullText=LEEK')).toEqual([dish.soup, dish.soup])
  expect(await ids('business/query?fullText=event_type')).toEqual([])
  expect(await ids('business/query?fullText=%22,')).toEqual([])
  expect(await ids('raw/query?from=2026-06-15T12:01Z')).toEqual([])
  expect(await ids('raw/query?to=2026-06-15T12:00Z&order=asc&take=2')).toEqual([dish.soup, dish.bread])
  expect(await ids('scripting/query')).toEqual([])
  expect(await ids('raw/operational/query')).toEqual([])
  expect((await doors.fetch('/api/audit/none/query')).status).toBe(404)
  // As in queries, a time without an offset is UTC.
  expect(await ids('raw/query?from=20260615T1201')).toEqual([])
  for (const from of ['yesterday', '5', 'SKU%205']) {
    expect((await doors.fetch(`/api/audit/raw/query?from=${from}`)).status).toBe(400)
  }
})

test('raw=member:value filters the audit', async (doors) => {
  await doors.put(`/api/entities/${dish.soup}`, { properties: { Servings: 6, Vegan: false } })
  await doors.delete(`/api/entities/${tag.cheap}`)

  const found = async (raw: string, path = 'business/query') =>
    (await doors.get<Audit>(`/api/audit/${path}?raw=${encodeURIComponent(raw)}`)).items.map(
      ({ entity_id }) => entity_id,
    )

  expect(await found('event_type:EntityDeleted')).toEqual([tag.cheap])
  expect(await found('event_type:EntityDeleted', `business/query/${dish.soup}`)).toEqual([])
  expect(await found('event_type:"entitydeleted"', `raw/scroll/${tag.cheap}`)).toEqual([tag.cheap])
  expect(await found(`TargetId:${dish.soup}`)).toEqual([dish.soup])
  expect(await found('changed:Vegan AND username:editor')).toEqual([dish.soup])
  expect(await found('event_type:EntityUpdated event_type:EntityDeleted')).toEqual([])
  expect(await found('event_type:EntityUpdated OR event_type:EntityDeleted')).toEqual([tag.cheap, dish.soup])
  expect(await found('event_type:*')).toEqual([tag.cheap, dish.soup])
  expect(await found('')).toEqual([tag.cheap, dish.soup])
  for (const raw of ['deleted', 'event:EntityDeleted']) {
    const { raw: message } = await jsonOf(400, doors.fetch(`/api/audit/raw/query?raw=${raw}`))

    expect(message).toContain('Expected member:value with one of timestamp, event_type')
  }
})
