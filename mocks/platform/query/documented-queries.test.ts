import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDoors, type Doors } from '../../testing/doors.ts'
import { ids, recipes } from '../../testing/recipes-world.ts'

let doors: Doors
/** Every entity there is, to say what a negation finds. */
let all: number[]

beforeAll(async () => {
  doors = await openDoors(recipes)
  all = await find('!Locked')
})

afterAll(() => doors[Symbol.asyncDispose]())

async function find(expression: string): Promise<number[]> {
  const query = encodeURIComponent(expression)
  const { items } = await doors.get<{ items: { id: number }[] }>(
    `/api/entities/query?query=${query}&take=1000`,
  )

  return items.map(({ id }) => id)
}

const { leekSoup, cooksBook, riceSoup, asset, liveLink, endlessLink, endedLink } = ids
const recipesFound = [leekSoup, cooksBook, riceSoup]
const tags = [ids.food, ids.soups, ids.warm]
const but = (...found: number[]) => all.filter((id) => !found.includes(id))

/** Every form of the documentation and of public programs, and what it finds. */
test.each<[expression: string, found: number[] | (() => number[])]>([
  ["Definition.Name=='M.Asset'", [asset]],
  ['Definition.Name == "M.Asset"', [asset]],
  ["definition.name=='m.asset'", [asset]],
  ['Definition.Id==122', recipesFound],
  ["Definition.Name!='Demo.Recipe'", () => but(...recipesFound)],
  ['Definition.Id!=122', () => but(...recipesFound)],
  [
    "(Definition.Name=='Demo.Tag' OR Definition.Name=='Demo.Kind') AND IsRootTaxonomyItem",
    [ids.food, ids.easy],
  ],
  ["Definition.Name=='Demo.Tag' and !IsRootTaxonomyItem", [ids.soups, ids.warm]],
  ['IsRootTaxonomyItem==true', [ids.food, ids.easy]],
  ['IsRootTaxonomyItem==false', () => but(ids.food, ids.easy)],
  ['IsPathRoot', [ids.food]],
  ['Locked', []],
  ['!Locked', () => all],
  ['LockedBy==3', []],
  ['CreatedBy==3', [leekSoup]],
  ['ModifiedBy!=3', () => but(cooksBook)],
  ['Id==1015', [leekSoup]],
  ['id==1015 OR id==1016', [leekSoup, cooksBook]],
  ["Identifier=='Demo.Tag.Soup'", [ids.soups]],
  ["String('Title')=='Leek soup'", [leekSoup]],
  ['String("Title")  ==  "Leek soup"', [leekSoup]],
  ["String('Title')=='Cook''s book'", [cooksBook]],
  ["String('Title')==\"Cook's book\"", [cooksBook]],
  ["String('Title')=='Cook\\'s book'", [cooksBook]],
  ["String('Title')=='leek soup'", []],
  ["String('Title')!='Leek soup'", () => but(leekSoup)],
  ["String('Body','en-US')=='Wash'", [leekSoup]],
  ["String('Body', 'de-DE')=='Wash'", []],
  ["String('Body')=='Waschen'", [leekSoup]],
  ["String('Body', 'en-US')!='Wash'", () => but(leekSoup)],
  ["String('Title','de-DE')=='Leek soup'", [leekSoup]],
  ['String(\'Title\')==""', [riceSoup]],
  ["String('Course')=='main'", [leekSoup]],
  ["Int('Servings')==4", [leekSoup]],
  ["Int('Servings') gte 4", [leekSoup]],
  ["Long('FileBytes') lt 9000000000", [leekSoup]],
  ["Decimal('Price') lte 9.95", [leekSoup]],
  ["Float('Ratio') gt -1.5", [leekSoup]],
  ["Bool('Published')", [leekSoup]],
  ["!Bool('Published')", () => but(leekSoup)],
  ["Bool('Published')==false", [cooksBook]],
  ["DateTime('CookedOn') gte 20141213", [leekSoup, cooksBook]],
  ["DateTime('CookedOn') gt 20141213", [cooksBook]],
  ["DateTime('CookedOn') == '2014-12-13'", [leekSoup]],
  ["DateTime('CreatedOn') lt 2014-12-13T10:15:30Z", [leekSoup]],
  ["DateTime('CookedOn')>=20141213 AND DateTime('CookedOn')<20150101", [leekSoup]],
  [
    "Definition.Name=='M.PublicLink' AND (DateTime('ExpirationDate') equals null OR DateTime('ExpirationDate') gt 2024-05-01T10:00:00.000Z)",
    [liveLink, endlessLink],
  ],
  ['CreatedOn gte 20240101 AND Id==1015', []],
  ['ModifiedOn lt 2024-01-01T00:00:00Z AND Definition.Id==122', [leekSoup]],
  ["Parent('TagToRecipe').id==1003", [leekSoup]],
  ["Child('TagToRecipe').id==1015", [ids.warm]],
  ["Ancestor('TagToSelf').id == 1000", [ids.soups, ids.warm]],
  ["!(Parent('TagToRecipe').id==1003)", () => but(leekSoup)],
  ["!Parent('TagToRecipe').id==1003", () => but(leekSoup)],
  ["Parent('TagToRecipe').id!=1003", () => but(leekSoup)],
  ['Parent("TagToRecipe").Id==1003 AND Parent("KindToRecipe").Id==1007', [leekSoup]],
  ["Exists('TagToRecipe')", [ids.warm, leekSoup]],
  ['EXISTS("TagToRecipe")', [ids.warm, leekSoup]],
  ["Exists('TagToSelf')", [ids.soups, ids.warm]],
  ["Missing('TagToRecipe') AND Definition.Id==122", [cooksBook, riceSoup]],
  ["NOT EXISTS('TagToRecipe')", () => but(ids.warm, leekSoup)],
  ["!Exists('TagToRecipe')", () => but(ids.warm, leekSoup)],
  ["FullText=='soup'", [ids.soups, leekSoup]],
  ["!FullText=='soup'", () => but(ids.soups, leekSoup)],
  ["FullText=='LEE sou'", [leekSoup]],
  ["FullText=='eek'", []],
  ['FullText==\'"leek soup"\'', [leekSoup]],
  ['FullText==\'"soup leek"\'', []],
  ["FullText=='leek OR blueberry'", [leekSoup, asset]],
  ["FullText=='dish, le?k a'", [leekSoup]],
  ["Definition.Name=='M.Asset' and FullText=='blue*'", [asset]],
  ["FullText=='*berry'", [asset]],
  ['(String(\'CatalogName\')==  "Spring")', [ids.catalog]],
  [
    "Definition.Name=='Demo.Recipe' AND (Int('Servings') gt 2 OR (Bool('Published') AND !Locked))",
    [leekSoup],
  ],
  [
    "Definition.Name=='M.PublicLink' AND Parent('AssetToPublicLink').id==1018 AND (DateTime('ExpirationDate') equals null OR DateTime('ExpirationDate') gt 2024-05-01T10:00:00.000Z)",
    [liveLink, endlessLink],
  ],
  ["Definition.Name == 'M.Setting' AND String('M.Setting.Name')=='Demo.Cultures'", [ids.cultures]],
  ["M.UploadConfiguration.Name=='PlainUpload'", [ids.upload]],
  ["title=='Leek soup'", [leekSoup]],
  ["string('TITLE')=='Leek soup'", [leekSoup]],
  ["Definition.Name=='Demo.Nothing'", []],
  ["Definition.Name!='Demo.Nothing'", () => all],
  ["String('Nothing')=='x'", []],
  ["String('Nothing')!='x'", () => all],
  ["String('Nothing')==null", []],
  ["Parent('NothingToRecipe').id==1003", []],
  ["!Exists('NothingToRecipe')", () => all],
  ["Definition.Name=='Demo.Tag' OR Id==1021", [...tags, endedLink]],
])('%s', async (expression, found) => {
  expect(await find(expression)).toEqual(typeof found === 'function' ? found() : found)
})

/** All are 13 December 2014, 10:15:30 or a part of it, in UTC. */
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
])('the date %s is %s', async (date, moment) => {
  await doors.fetch(`/api/entities/${cooksBook}`, {
    method: 'PUT',
    json: { properties: { CookedOn: moment } },
  })

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
  ["DateTime('CookedOn') gt 2014-02-31", 'Expected a date'],
  ['CreatedBy gt 3', 'Expected one of ==, != at position 11, not gt.'],
  ["Parent('TagToRecipe')==1003", 'Expected "." at position 22, not ==.'],
  ["Parent('TagToRecipe').identifier=='x'", 'Expected id at position 23, not identifier.'],
  ["Tilte=='x'", 'at position 1, not Tilte. Did you mean "Title"?'],
  ["DefinitionName=='x'", 'Did you mean "Definition.Name"?'],
  ['String(‘Title’)==1', 'Text stands in straight quotes'],
  ['id==1 && id==2', 'Write AND.'],
])('%s is 400, and says what was expected where', async (expression, message) => {
  expect(await refusalOf(expression)).toContain(message)
})

test.each<[what: string, expression: string, message: string]>([
  [
    'too many parentheses',
    '('.repeat(5000),
    'at most 100 parentheses and negations in one another at position 102',
  ],
  [
    'too many negations',
    '!'.repeat(5000),
    'at most 100 parentheses and negations in one another at position 102',
  ],
  ['too many words', `FullText=='${'soup '.repeat(33)}'`, 'a search of at most 32 words at position 11'],
  ['too long a word', `FullText=='${'a'.repeat(101)}'`, 'words of at most 100 letters'],
])('%s is 400', async (_, expression, message) => {
  expect(await refusalOf(expression)).toContain(message)
})

async function refusalOf(expression: string): Promise<string> {
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
])('%s', async (order, found) => {
  const { items } = await doors.get<{ items: { id: number }[] }>(
    `/api/entities/query?query=Definition.Id==122&${order}`,
  )

  expect(items.map(({ id }) => id)).toEqual(found)
})

test.each([
  ['sort=Titel', { sort: expect.stringContaining('Did you mean "Title"?') }],
  ['order=up', { order: 'Expected "asc" or "desc", not "up".' }],
  ['take=1001', { take: 'Expected at most 1000 entities in a page.' }],
  ['skip=-1', { skip: 'Expected a whole number, not "-1".' }],
])('%s is 400', async (parameters, failures) => {
  const response = await doors.fetch(`/api/entities/query?query=Definition.Id==122&${parameters}`)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual(failures)
})

test('take=0 answers the counts alone; without take a page has 25', async () => {
  const query = `/api/entities/query?query=${encodeURIComponent('!Locked')}`

  expect(await doors.get(`${query}&take=0`)).toMatchObject({ items: [], total_items: all.length })
  expect(await doors.get(query)).toMatchObject({ returned_items: Math.min(25, all.length), offset: 0 })
})
