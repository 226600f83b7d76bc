import { expect, onTestFinished, vi } from 'vitest'
import { jsonOf, origin, type Doors } from '../../../testing/doors.ts'
import { dish } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

interface Page {
  items: { id: number }[]
  total_items: number
  next?: { href: string }
  previous?: { href: string }
}

async function idsOf(doors: Doors, query: string, more = ''): Promise<number[]> {
  const page = await doors.get<Page>(`/api/entities/query?query=${encodeURIComponent(query)}${more}`)

  return page.items.map(({ id }) => id)
}

test.table<[expression: string, warning: string]>([
  ["String('Titel')!='x'", 'No definition has a property "Titel". Did you mean "Title"?'],
  [
    "Definition.Name=='T.Menu' and Definition.Name=='T.Tag' and Int('Servings')!=1",
    'None of T.Menu and T.Tag has a property "Servings".',
  ],
  ["!Parent('TagToDisch').id==1", 'No definition has a relation "TagToDisch". Did you mean "TagToDish"?'],
])(
  '%s returns 200, with a warning about the name that no definition has',
  async (doors, expression, warning) => {
    await doors.put('/__sandbox/validation', { level: 'warn' })

    const address = `/api/entities/query?query=${encodeURIComponent(expression)}`
    const response = await doors.fetch(address)

    expect(response.status).toBe(200)
    expect(response.headers.get('x-sandbox-warning')).toBe(`query: ${warning}`)

    await doors.put('/__sandbox/validation', { level: 'enforce' })

    expect(await jsonOf(400, doors.fetch(address))).toEqual({ query: warning })
  },
)

test('a mistake in the value of a JSON property returns 400, with what it accepts', async (doors) => {
  const response = await doors.fetch('/api/entities/query?query=Extra==Soup')

  expect(response.status).toBe(400)
  expect(await response.text()).toContain(
    "Expected text in quotes, a number, true, false or null at position 8, not Soup. Write 'Soup'.",
  )
})

test.table(['2027-04-01T08:00:00', '2027-04-01 08:00', '2027-04-01T10:00:00+02:00'])(
  'a date in a query without a time zone is UTC, in every local time zone: %s',
  async (doors, date) => {
    vi.stubEnv('TZ', 'America/New_York')
    onTestFinished(() => void vi.unstubAllEnvs())

    await doors.put(`/api/entities/${dish.soup}`, { properties: { ServedAt: '2027-04-01T08:00:00' } })

    expect(await idsOf(doors, `DateTimeOffset('ServedAt')=='${date}'`)).toEqual([dish.soup])
  },
)

test('POST /api/entities/query and searchAfter reject sorting by a property that no definition has', async (doors) => {
  const sorting = [{ field_type: 'Property', field: 'constructor' }]
  const filter = { type: 'DefinitionName', name: 'T.Dish' }
  const post = async (path: string, json: object) => (await doors.post(`/api/entities/${path}`, json)).status

  expect(await post('query', { query: { sorting } })).toBe(400)
  expect(await post('searchAfter', { filter, sorting })).toBe(400)
})

test('a query returns pages with links to the next and previous page', async (doors) => {
  const first = await doors.get<Page>("/api/entities/query?query=Definition.Name=='T.Dish'&take=2")
  const second = await doors.get<Page>((first.next?.href ?? '').slice(origin.length))

  expect(first).toMatchObject({ total_items: 3, returned_items: 2, offset: 0 })
  expect(first).not.toHaveProperty('previous')
  expect(second).toMatchObject({ total_items: 3, returned_items: 1, offset: 2 })
  expect(second).not.toHaveProperty('next')
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([dish.soup, dish.bread, dish.salad])
})

test('the pages before one have each earlier entity once, and those before one beyond the end all', async (doors) => {
  const pagesBefore = async (path: string): Promise<number[][]> => {
    const { previous } = await doors.get<Page>(path)
    const before = previous?.href.slice(origin.length)
    const { items } = before ? await doors.get<Page>(before) : { items: [] }

    return before ? [...(await pagesBefore(before)), items.map(({ id }) => id)] : []
  }
  const dishes = "/api/entities/query?query=Definition.Name=='T.Dish'"

  expect(await pagesBefore(`${dishes}&skip=1&take=2`)).toEqual([[dish.soup]])
  expect(await pagesBefore(`${dishes}&skip=2&take=1`)).toEqual([[dish.soup], [dish.bread]])
  expect(await pagesBefore(`${dishes}&skip=500&take=2`)).toEqual([[dish.soup], [dish.bread, dish.salad]])
  expect(await pagesBefore(`${dishes}%20AND%20Id==0&skip=5&take=2`)).toEqual([])
})
