import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSandbox } from '../../../index.ts'
import { systemFields, type SystemField } from '../../../data/model/query/filter.ts'
import { dish, kitchen } from '../../../testing/kitchen-data.ts'

type Value = string | number
type Open = Awaited<ReturnType<typeof createSandbox>>

interface Resource {
  readonly id: number
  readonly identifier: string
  readonly created_on: string
  readonly modified_on: string
  readonly version: number
  readonly created_by: { readonly href: string }
  readonly modified_by: { readonly href: string }
  readonly entitydefinition: { readonly href: string }
}

interface Listed {
  /** Entities, or as `POST /api/entities/query` wraps them. */
  readonly items: readonly (Resource & { readonly entity?: Resource })[]
}

let sandbox: Open
let all: readonly Record<SystemField, Value>[]

/** The same sandbox for all tests, which only read: some of its entities differ in every system field from the rest. */
beforeAll(async () => {
  sandbox = await createSandbox(kitchen)
  await send('PUT', '/__sandbox/clock', { mode: 'frozen', at: '2026-07-01T10:00:00.000Z' })
  await send('PUT', `/api/entities/${dish.soup}`, { properties: { Servings: 6 } })
  await send('POST', '/api/entities', {
    id: 1777,
    entitydefinition: { href: '/api/entitydefinitions/T.Dish' },
    properties: { Title: 'Pie' },
  })
  all = (await listed('/__sandbox/entities?take=1000&sort=id')).items.map((item) => ({
    ...item,
    definition: lastPart(item.entitydefinition),
    created_by: Number(lastPart(item.created_by)),
    modified_by: Number(lastPart(item.modified_by)),
  }))
})
afterAll(() => sandbox.close())

async function send(method: string, path: string, body?: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', 'X-Auth-Token': 'sandbox-admin' }
  const response = await sandbox.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) })

  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)

  return response
}

/** What GET returns, or POST of a body. */
async function listed(path: string, body?: object): Promise<Listed> {
  return (await (await send(body ? 'POST' : 'GET', path, body)).json()) as Listed // its ids are checked
}

function lastPart({ href }: { readonly href: string }): string {
  return href.split('/').at(-1) ?? ''
}

/** The spellings of a system field in the programs that are known, and those between them. */
function spellingsOf(field: SystemField): readonly string[] {
  const pascal = field.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1)
  const others = field === 'definition' ? ['Definition.Name', 'definition.name', 'DefinitionName'] : []

  return [
    ...new Set([field, field.toUpperCase(), pascal, camel, pascal.toLowerCase(), pascal.toUpperCase()]),
    ...others,
  ]
}

const functions: Record<SystemField, string> = {
  id: 'Int',
  identifier: 'String',
  definition: 'String',
  created_on: 'DateTime',
  modified_on: 'DateTime',
  created_by: 'Int',
  modified_by: 'Int',
  version: 'Int',
}

const ofQuery = (expression: string) =>
  `/api/entities/query?take=1000&query=${encodeURIComponent(expression)}`
const literal = (value: Value) => (typeof value === 'number' ? String(value) : `'${value}'`)

type Find = (name: string, value: Value, field: SystemField) => Promise<Listed>

/** How each query language compares a field with a value. */
const comparisons: Record<string, Find> = {
  'an expression': (name, value) => listed(ofQuery(`${name}==${literal(value)}`)),
  'an expression with the type of a property': (name, value, field) =>
    listed(ofQuery(`${functions[field]}('${name}')==${literal(value)}`)),
  'a filter of a query': (name, value) =>
    listed('/api/entities/query', {
      query: { filter: { type: 'Property', property: name, value }, take: 1000 },
    }),
  'a filter of searchAfter': (name, value, field) =>
    listed('/api/entities/searchafter', {
      filter: { type: `${functions[field]}Property`, property_name: name, operator: 'Equals', value },
      take: 1000,
    }),
  'a filter of a search': (name, value) =>
    listed('/api/search', { filters: [{ name, operator: 'Equals', values: [value] }], take: 1000 }),
}

/** How each query language sorts by a field, in descending order. */
const orders: Record<string, (name: string) => Promise<Listed>> = {
  'the address of a query': (name) => listed(`${ofQuery('id gt 0')}&sort=${name}&order=desc`),
  'the address of a query, with a sign': (name) => listed(`${ofQuery('id gt 0')}&sort=-${name}`),
  'a query': (name) =>
    listed('/api/entities/query', {
      query: { sorting: [{ field_type: 'System', field: name, order: 'Desc' }], take: 1000 },
    }),
  searchAfter: (name) =>
    listed('/api/entities/searchafter', { sorting: [{ field: name, order: 'Desc' }], take: 1000 }),
  'a search': (name) => listed('/api/search', { sorting: { field: name, asc: false }, take: 1000 }),
  'the console': (name) => listed(`/__sandbox/entities?take=1000&sort=-${name}`),
}

const idsOf = ({ items }: Listed) => items.map(({ id, entity }) => entity?.id ?? id)

test.each(Object.entries(comparisons))(
  '%s finds every system field under every spelling',
  async (_, find) => {
    for (const field of systemFields) {
      const value = all.find(({ id }) => id === (field === 'version' ? dish.soup : 1777))?.[field] ?? ''
      const expected = all.filter((each) => each[field] === value).map(({ id }) => id)

      expect(expected.length, `${field} differs`).toBeLessThan(all.length)
      for (const name of spellingsOf(field)) {
        const found = idsOf(await find(name, value, field))

        expect(
          found.toSorted((a, b) => a - b),
          `${name} ${value}`,
        ).toEqual(expected)
      }
    }
  },
)

test.each(Object.entries(orders))('%s sorts by every system field under every spelling', async (_, sort) => {
  for (const field of systemFields) {
    const expected = all.toSorted((a, b) => compare(b[field], a[field])).map(({ id }) => id)

    for (const name of spellingsOf(field)) expect([name, idsOf(await sort(name))]).toEqual([name, expected])
  }
})

function compare(a: Value, b: Value): number {
  const [one, other] = [a, b].map((value) => (typeof value === 'string' ? value.toLowerCase() : value))

  if (one === undefined || other === undefined || one === other) return 0

  return one < other ? -1 : 1
}
