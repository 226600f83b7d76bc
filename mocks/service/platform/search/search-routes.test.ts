import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonOf, openDoors, origin, type Doors } from '../../../testing/doors.ts'
import { ids, recipes } from '../../../testing/recipes-data.ts'
import { emptyObject } from '../../../testing/empty-object.ts'
import type { Facet } from './search-result.ts'

/** Of all tests that change nothing. */
let doors: Doors

beforeAll(async () => {
  doors = await openDoors(recipes)
})
afterAll(() => doors[Symbol.asyncDispose]())

interface SearchResponse {
  query: string
  totalItemCount: number
  items: { id: number; properties: Record<string, unknown>; self: object; full?: object }[]
  filters: Record<string, unknown>[]
  fulltext: { value: string; removeQuery: string }[]
  facets: Facet[]
  sorting: object
  aggregations: Record<string, object> | null
}

async function search(doors: Doors, body: object, path = '/api/search'): Promise<SearchResponse> {
  const response = await doors.post(path, body)

  expect(response.status).toBe(200)

  return (await response.json()) as SearchResponse // what the tests are about
}

const found = ({ items }: SearchResponse) => items.map(({ id }) => id)
const ofRecipes = { name: 'definition', values: ['Demo.Recipe'] }
const { leekSoup, cooksBook, riceSoup, validLink, permanentLink, expiredLink } = ids

/** Operators by number or case-insensitive name, and the recipes that they find. */
test.each<[operator: number | string, name: string, values: unknown[], found: number[]]>([
  [0, 'Title', ['Leek soup'], [leekSoup]],
  [1, 'Title', ['Leek soup'], [leekSoup]],
  ['Equals', 'title', ['Leek soup', "Cook's book"], [leekSoup, cooksBook]],
  [2, 'Servings', ['4'], [cooksBook]],
  ['GreaterThan', 'Servings', [2], [leekSoup]],
  [4, 'Price', [9.95, 10], [leekSoup, cooksBook]],
  ['between', 'CookedOn', ['2014-12-01', '20141231'], [leekSoup]],
  [5, 'Title', ['leek'], [leekSoup]],
  ['EndsWith', 'Title', ['BOOK'], [cooksBook]],
  [7, 'Title', ['ook'], [cooksBook]],
  ['FacetEquals', 'Course', ['main'], [leekSoup]],
  [9, 'Title', ['ook'], [leekSoup, riceSoup]],
  ['DoesNotStartWith', 'Title', ['leek'], [cooksBook, riceSoup]],
  [11, 'Title', ['book'], [leekSoup, riceSoup]],
  ['LessThanOrEquals', 'Servings', [2], [cooksBook]],
  [13, 'Servings', ['2'], [leekSoup, cooksBook]],
  ['DoesNotEqual', 'Title', ['Leek soup'], [cooksBook, riceSoup]],
  [15, 'id', [String(leekSoup), riceSoup], [leekSoup, riceSoup]],
  ['AllOf', 'TagToRecipe', [ids.warm], [leekSoup]],
  [17, 'TagToRecipe', [ids.warm], [cooksBook, riceSoup]],
  ['Missing', 'Course', [], [cooksBook, riceSoup]],
  [19, 'KindToRecipe', [], [leekSoup]],
  ['Exists', 'Body#de-DE', [], [leekSoup]],
  ['Changed', 'Title', [], [leekSoup, cooksBook, riceSoup]],
  ['Changed', 'definition', [], [leekSoup, cooksBook, riceSoup]],
  ['Changed', 'TagToRecipe', [], [leekSoup, cooksBook, riceSoup]],
  ['AnyOf', 'created_by', ['3'], [leekSoup]],
  ['LessThan', 'CreatedOn', ['2014-01-01'], [leekSoup]],
  ['AnyOf', 'nobody.knows', ['x'], [leekSoup, cooksBook, riceSoup]],
])('a search filter by %s of %s %j', async (operator, name, values, expected) => {
  expect(found(await search(doors, { filters: [ofRecipes, { name, operator, values }] }))).toEqual(expected)
})

test.each([
  { name: 'taxonomy_items.{121}.*', type: 'InFilter', operator: 'AnyOf', values: ['1000'] },
  { name: 'taxonomy_items.121.*', type: 1, operator: 15, values: ['Demo.Tag.Soup'] },
  { name: '', type: 'IdFilter', values: ['1015'] },
  { name: 'relations.TagToRecipe.parents', type: 'IdFilter', operator: 'AnyOf', values: [ids.warm] },
  { name: 'Relations.tagtorecipe', type: 4, operator: 15, values: [String(ids.warm)] },
])('a search filter of another type: %j', async (filter) => {
  expect(found(await search(doors, { filters: [ofRecipes, filter] }))).toEqual([leekSoup])
})

test.each([
  ['Exists', [leekSoup]],
  ['Missing', [cooksBook, riceSoup]],
])('a search filter by %s of a taxonomy', async (operator, expected) => {
  const tags = { name: 'taxonomy_items.{121}.*', type: 'InFilter', operator }

  expect(found(await search(doors, { filters: [ofRecipes, tags] }))).toEqual(expected)
})

test('a search takes words in any letter case, and its members may be in any as well', async () => {
  expect(found(await search(doors, { fullText: ['SOUP'], Filters: [ofRecipes] }))).toEqual([leekSoup])
  expect(found(await search(doors, { fulltext: '"leek soup"' }))).toEqual([leekSoup])
})

test('the sorting of a search is an object, a list with one, or absent', async () => {
  const sorted = (sorting: unknown) => search(doors, { filters: [ofRecipes], sorting })

  expect(found(await sorted({ field: 'modifiedon', asc: false }))).toEqual([cooksBook, riceSoup, leekSoup])
  expect(found(await sorted([{ field: 'Title' }]))).toEqual([riceSoup, cooksBook, leekSoup])
  expect(
    found(
      await search(doors, { filters: [ofRecipes], sorting: { field: 'Body', asc: false }, culture: 'de-DE' }),
    ),
  ).toEqual([leekSoup, cooksBook, riceSoup])
  expect(await sorted({ field: 'modifiedon', asc: false })).toMatchObject({
    sorting: { name: 'modifiedon', labels: emptyObject, asc: false },
  })
  expect(await sorted({ field: 'relevance' })).toMatchObject({ sorting: { name: 'id', asc: true } })
})

test('a search has every member that existing clients read', async () => {
  const response = await search(doors, {
    skip: 0,
    take: 1,
    fulltext: ['soup'],
    filters: [{ name: 'Course', operator: 15, values: ['main'] }],
    fields: ['Title'],
    aggregations: [
      'Course',
      { name: 'served', field: 'Servings', type: 'Term', children: [{ name: 'Title' }] },
    ],
  })
  const self = `${origin}/api/entities/${leekSoup}`

  expect(response).toMatchObject({
    query: '',
    skip: 0,
    take: 1,
    totalItemCount: 1,
    returnedItemCount: 1,
    sortingOptions: [],
    filters: [
      {
        name: 'Course',
        label: 'Course',
        type: 'string',
        operator: 'AnyOf',
        values: [{ value: 'main', label: 'Main dish' }],
        nested_values: [],
      },
    ],
    fulltext: [{ value: 'soup' }],
    superfacet: 0,
    grouped_view: null,
    grouped_items: [],
    visualSearch: null,
    items: [
      {
        id: leekSoup,
        properties: { Title: 'Leek soup' },
        full: { href: self },
        self: { href: `${self}?members=Title` },
      },
    ],
    aggregations: {
      Course: { number_count: 1, aggregation_type: 'Term', buckets: [{ key: 'main', count: 1 }] },
      served: { buckets: [{ key: '4', buckets: { Title: { buckets: [{ key: 'Leek soup' }] } } }] },
    },
  })
})

test('the buckets of an aggregation are by count, then by key', async () => {
  const { aggregations } = await search(doors, { aggregations: ['definition', 'Servings'] })
  const { definition, Servings } = aggregations as Record<
    string,
    { buckets: { key: string; count: number }[] }
  >
  const counts = definition?.buckets.map(({ count }) => count) ?? []

  expect(new Set(counts).size).toBeGreaterThan(1)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  expect(Servings?.buckets).toMatchObject([
    { key: '2', count: 1 },
    { key: '4', count: 1 },
  ])
})

test('facets count hits in trees, and their queries narrow and widen the search', async () => {
  const all = await search(doors, { filters: [ofRecipes] })
  const tags = all.facets.find(({ name }) => name === 'taxonomy_items.{121}.*')
  const [food] = tags?.children ?? []
  const narrowed = await search(doors, { query: food?.addQuery })
  const widened = await search(doors, { query: narrowed.filters[1]?.['removeQuery'] })

  expect(tags?.children).toMatchObject([
    {
      value: '1000',
      matchCount: 1,
      children: [{ value: '1001', children: [{ value: '1003', matchCount: 1 }] }],
    },
  ])
  expect(found(narrowed)).toEqual([leekSoup])
  expect(found(widened)).toEqual(found(all))
})

test('all facets, or the requested one', async () => {
  const all = (body: object) => search(doors, body, '/api/search/allfacets')

  expect(await all({})).toMatchObject({
    query: '',
    facet: null,
    children: { Course: [{ value: 'main', matchCount: 1 }], definition: expect.any(Array) },
  })
  expect(await all({ facetField: 'course', filters: [ofRecipes] })).toMatchObject({
    facet: { name: 'Course', children: [{ value: 'main' }] },
    children: { Course: [{ value: 'main', labels: { 'en-US': 'Main dish' } }] },
  })
})

test.each<[title: string, body: object, failure: object]>([
  ['many texts', { fulltext: Array.from({ length: 4000 }, () => 'a') }, { fulltext: expect.any(String) }],
  ['a long text', { fulltext: ['a '.repeat(20_000)] }, { 'fulltext.0': 'Expected at most 1000 characters.' }],
  ['a large page', { take: 1001 }, { take: 'Expected at most 1000 entities in a page.' }],
])('a search for %s is 400', async (_, body, failure) => {
  expect(await jsonOf(400, doors.post('/api/search', body))).toMatchObject(failure)
})

test('the state of a search has the limits of a search', async () => {
  const query = JSON.stringify({ fulltext: Array.from({ length: 33 }, () => 'a') })
  expect(await jsonOf(400, doors.post('/api/search', { query }))).toEqual({
    query: 'Expected at most 32 texts and 200 filters.',
  })
})

test('a search filter by one end of a relation finds nothing at the other end', async () => {
  const filter = { name: 'relations.TagToRecipe.children', type: 'IdFilter', values: [leekSoup] }

  expect(found(await search(doors, { filters: [filter] }))).toContain(ids.warm)
  expect(found(await search(doors, { filters: [ofRecipes, filter] }))).toEqual([])
})

test.each([
  ['/api/search', { name: 'Titel' }, 'No property or relation is named "Titel". Did you mean "Title"?'],
  [
    '/api/search/allfacets',
    { name: 'TagToRecip' },
    'No property or relation is named "TagToRecip". Did you mean "TagToRecipe"?',
  ],
])('%s ignores the filter %j, with a warning', async (path, filter, warning) => {
  await using doors = await openDoors({ ...recipes, validate: 'warn' })
  const sent = { method: 'POST', json: { filters: [ofRecipes, { ...filter, values: ['x'] }] } }
  const response = await doors.fetch(path, sent)

  expect(response.status).toBe(200)
  expect(response.headers.get('x-sandbox-warning')).toBe(`/filters/1/name: ${warning}`)

  await doors.put('/__sandbox/validation', { level: 'enforce' })

  expect(await jsonOf(400, doors.fetch(path, sent))).toEqual({ 'filters.1.name': warning })
})

test('GET /api/search, initsearch and remove return the results of a search', async () => {
  const everything = await doors.get<SearchResponse>('/api/search')

  expect(found(await search(doors, {}, '/api/search/initsearch'))).toEqual(found(everything))
  expect(found(await search(doors, { take: 1 }, '/api/search/remove'))).toEqual(found(everything).slice(0, 1))
})

test('an aggregate contains an entity, related entities, definitions, option lists and settings', async () => {
  const path = `/api/aggregates/details/${ids.asset}`

  expect(await doors.get(path)).toMatchObject({
    definitions: [{ name: 'M.Asset' }, { name: 'M.PublicLink' }],
    datasources: [],
    items: [
      {
        entity: { id: ids.asset },
        relations: {
          AssetToPublicLink: {
            self: { href: `${origin}/api/entities/${ids.asset}/relations/AssetToPublicLink` },
          },
        },
      },
      { entity: { id: validLink } },
      { entity: { id: permanentLink } },
      { entity: { id: expiredLink } },
    ],
    settings_by_category: expect.any(Object),
    self: { href: `${origin}${path}` },
  })
  expect(
    await doors.get(`${path}?loadEntities=false&loadDefinitions=false&loadSettings=false`),
  ).toMatchObject({
    definitions: [],
    items: [{ entity: { id: ids.asset } }],
    settings_by_category: emptyObject,
  })
})

test('an aggregate finds the option lists of its configuration in any letter case', async () => {
  await doors.post('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Setting' },
    properties: {
      'M.Setting.Name': 'RecipePage',
      'M.Setting.Value': { entitydefinition_name: 'demo.recipe', datasources: ['demo.courses'] },
    },
  })

  expect(await doors.get(`/api/aggregates/RecipePage/${leekSoup}`)).toMatchObject({
    datasources: [{ name: 'Demo.Courses' }],
  })
})
