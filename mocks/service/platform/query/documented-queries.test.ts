import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonOf, openDoors, type Doors } from '../../../testing/doors.ts'
import { documentedQueries } from '../../../testing/documented-queries.ts'
import { ids, recipes } from '../../../testing/recipes-data.ts'

let doors: Doors
/** The ids of all entities, for the results of negations. */
let allIds: number[]

beforeAll(async () => {
  doors = await openDoors(recipes)
  allIds = await find('!Locked')
})

afterAll(() => doors[Symbol.asyncDispose]())

async function find(expression: string): Promise<number[]> {
  const query = encodeURIComponent(expression)
  const { items } = await doors.get<{ items: { id: number }[] }>(
    `/api/entities/query?query=${query}&take=1000&members=Title`,
  )

  return items.map(({ id }) => id)
}

const { leekSoup, cooksBook, riceSoup } = ids

test.each(documentedQueries)('%s', async (expression, result) => {
  expect(await find(expression)).toEqual(
    'except' in result ? allIds.filter((id) => !result.except.includes(id)) : result,
  )
})

/** All are 13 December 2014, 10:15:30 UTC, or less precise. */
test.each([
  ['20141213', '2014-12-13T00:00:00.000Z'],
  ['2014-12-13', '2014-12-13T00:00:00.000Z'],
  ['20141213T10', '2014-12-13T10:00:00.000Z'],
  ['20141213T1015', '2014-12-13T10:15:00.000Z'],
  ['20141213T101530', '2014-12-13T10:15:30.000Z'],
  ['20141213T101530Z', '2014-12-13T10:15:30.000Z'],
  ['20141213T121530+02', '2014-12-13T10:15:30.000Z'],
  ['20141213T121530+02:00', '2014-12-13T10:15:30.000Z'],
  ['20141213T121530 02:00', '2014-12-13T10:15:30.000Z'],
  ['20141213T051530-05:00', '2014-12-13T10:15:30.000Z'],
  ['2014-12-13T101530', '2014-12-13T10:15:30.000Z'],
  ['2014-12-13T10:15:30', '2014-12-13T10:15:30.000Z'],
  ['2014-12-13T10:15', '2014-12-13T10:15:00.000Z'],
  ['2014-12-13T10', '2014-12-13T10:00:00.000Z'],
  ['2014-12-13T12:15:30+02:00', '2014-12-13T10:15:30.000Z'],
  ['2014-12-13T10:15:30.000Z', '2014-12-13T10:15:30.000Z'],
  ["'2014-12-13T10:15:30.000Z'", '2014-12-13T10:15:30.000Z'],
])('the date %s is %s', async (date, timestamp) => {
  await doors.put(`/api/entities/${cooksBook}`, { properties: { CookedOn: timestamp } })

  expect(await find(`Id==${cooksBook} AND DateTime('CookedOn')==${date}`)).toEqual([cooksBook])
})

test.each<[expression: string, message: string]>([
  ['', "Expected an expression, such as Definition.Name=='M.Asset'."],
  [
    "Definition.Name=='M.Asset",
    "Expected a closing ' for the text that begins at position 18 at position 26, not the end.",
  ],
  ['(id==1', 'Expected ")" at position 7, not the end.'],
  ['id==1)', 'Expected AND, OR or the end at position 6, not ).'],
  ['id==1 id==2', 'Expected AND, OR or the end at position 7, not id.'],
  ['id==1 nad id==2', 'Expected AND, OR or the end at position 7, not nad. Did you mean "AND"?'],
  ["Strng('Title')=='x'", 'Did you mean "String"?'],
  ["String('Title')", 'at position 16, not the end.'],
  [
    "String('Title')==",
    'Expected a value: text in quotes, a number, a date, true, false or null at position 18, not the end.',
  ],
  ["String('Title')==Soup", "Expected text in quotes, or null at position 18, not Soup. Write 'Soup'."],
  ["Int('Servings')=='four'", "Expected a number, or null at position 18, not 'four'."],
  ["Int('Servings') gt null", 'Expected a number at position 20, not null.'],
  ["String('Title')==constructor", 'Expected text in quotes, or null at position 18, not constructor.'],
  ['id constructor 5', 'at position 4, not constructor.'],
  ["Bool('Vegan')==constructor", 'Expected true or false, or null at position 16, not constructor.'],
  ["DateTime('CookedOn') gt 2014-02-31", 'Expected a date'],
  ['CreatedOn lt 9999-12-31T23:30:00-05:00', 'Expected a date'],
  ['CreatedBy gt 3', 'Expected one of ==, != at position 11, not gt.'],
  ["Parent('TagToRecipe')==1003", 'Expected "." at position 22, not ==.'],
  ["Parent('TagToRecipe').identifier=='x'", 'Expected id at position 23, not identifier.'],
  ["Tilte=='x'", 'at position 1, not Tilte. Did you mean "Title"?'],
  ["DefinitonName=='x'", 'Did you mean "Definition.Name"?'],
  ['id==160ND id==2', 'Expected AND, OR or the end at position 8, not ND.'],
  ['String(‘Title’)==1', 'Text is written in straight quotes'],
  ['id==1 && id==2', 'Write AND.'],
])('%s returns 400, with what was expected at which position', async (expression, message) => {
  expect(await errorOf(expression)).toContain(message)
})

test.each<[title: string, expression: string, message: string]>([
  [
    'too many parentheses',
    '('.repeat(5000),
    'at most 100 levels of parentheses and negations at position 102',
  ],
  ['too many negations', '!'.repeat(5000), 'at most 100 levels of parentheses and negations at position 102'],
  ['too many words', `FullText=='${'soup '.repeat(33)}'`, 'a search of at most 32 words at position 11'],
  ['a too long word', `FullText=='${'a'.repeat(101)}'`, 'words of at most 100 letters'],
])('%s is 400', async (_, expression, message) => {
  expect(await errorOf(expression)).toContain(message)
})

async function errorOf(expression: string): Promise<string> {
  const response = await doors.fetch(`/api/entities/query?query=${encodeURIComponent(expression)}`)
  const { query } = (await response.json()) as { query: string } // what the test is about

  expect(response.status).toBe(400)

  return query
}

test.each([
  ['sort=Title', [riceSoup, cooksBook, leekSoup]],
  ['sort=title&order=Descending', [leekSoup, cooksBook, riceSoup]],
  ['sort=id&order=DESC', [riceSoup, cooksBook, leekSoup]],
  ['sort=identifier', [leekSoup, cooksBook, riceSoup]],
  ['sort=created_on&order=desc', [cooksBook, riceSoup, leekSoup]],
  ['sort=createdOn', [leekSoup, cooksBook, riceSoup]],
  ['sort=modifiedon', [leekSoup, riceSoup, cooksBook]],
  ['sort=-created_on', [cooksBook, riceSoup, leekSoup]],
  ['sort=ModifiedOn:D', [cooksBook, riceSoup, leekSoup]],
  ['sort=Body&sortCulture=de-DE&order=desc', [leekSoup, cooksBook, riceSoup]],
])('%s', async (order, ids) => {
  const { items } = await doors.get<{ items: { id: number }[] }>(
    `/api/entities/query?query=Definition.Id==122&${order}`,
  )

  expect(items.map(({ id }) => id)).toEqual(ids)
})

test.each([
  ['sort=Titel', { sort: expect.stringContaining('Did you mean "Title"?') }],
  ['order=up', { order: expect.stringContaining('not "up".') }],
  ['take=1001', { take: 'Expected at most 1000 entities in a page.' }],
  ['take=x', { take: 'Expected a whole number, not "x".' }],
  ['skip=1.5', { skip: 'Expected a whole number, not "1.5".' }],
  ['skip=-1', { skip: 'Expected a whole number, not "-1".' }],
])('%s is 400', async (parameters, failures) => {
  expect(
    await jsonOf(400, doors.fetch(`/api/entities/query?query=Definition.Id==122&${parameters}`)),
  ).toEqual(failures)
})

test('take=0 returns only the counts; the default is 25', async () => {
  const query = `/api/entities/query?query=${encodeURIComponent('!Locked')}`

  expect(await doors.get(`${query}&take=0`)).toMatchObject({ items: [], total_items: allIds.length })
  expect(await doors.get(query)).toMatchObject({ returned_items: Math.min(25, allIds.length), offset: 0 })
})
