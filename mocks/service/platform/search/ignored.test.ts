import { expect } from 'vitest'
import { openDoors, type Doors } from '../../../testing/doors.ts'
import { recipes } from '../../../testing/recipes-data.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'
import { ignoredMembers } from '../../../data/model/shared/ignored-members.ts'
import { AllFacetsBody, SearchBody } from './search-body.ts'
import { SearchFilter } from './search-filter.ts'

const test = testWithDoors(() => openDoors({ ...recipes, validate: 'warn' }))

async function search(doors: Doors, body: object) {
  const response = await doors.post('/api/search', body)
  const { totalItemCount } = (await response.json()) as { totalItemCount: number } // what the tests are about

  return { totalItemCount, warning: response.headers.get('x-sandbox-warning') }
}

const types = ['FieldFilter', 'InFilter', 'DynamicFilter', 'Nested', 'IdFilter', 'SelectionPoolFilter']
const names = [
  '',
  'id',
  'Identifier',
  'definition',
  'created_by',
  'Title',
  'Body#de-DE',
  'TagToRecipe',
  'relations.TagToRecipe',
  'relations.TagToRecipe.parents',
  'relations.TagToRecipe.children',
  'relations.Nothing.parents',
  'finallifecyclestatus',
  'taxonomy_items.{121}.*',
  'taxonomy_items.999.*',
  'nobody.knows',
  'Title.parents',
]

test.table(types)(
  'a filter of type %s finds nothing for an unknown value, or warns that it is ignored',
  async (doors, type) => {
    const unsaid = []

    for (const name of names) {
      const { totalItemCount, warning } = await search(doors, {
        filters: [{ name, type, operator: 'AnyOf', values: ['nowhere'] }],
      })

      if (totalItemCount > 0 && !warning?.startsWith('/filters/0/')) unsaid.push(name)
    }

    expect(unsaid).toEqual([])
  },
)

/** Members of clients for their own display, which change no result. */
const ofDisplay = [
  'component',
  'configuration_category',
  'culture',
  'defaults',
  'definition',
  'details_entity_id',
  'dynamic',
  'group_identifier',
  'hidden',
  'is_initial_request',
  'l10n',
  'label',
  'logical_grouping_template',
  'multi_select',
  'nested',
  'removeQuery',
  'role',
  'searchConfigurationName',
  'take_user_settings',
  'view',
  'visible',
]

test('every ignored member of a search is one for display, or reported unless it is empty', async (doors) => {
  const reported = ignoredMembers(SearchBody).names.filter((name) => !ofDisplay.includes(name))
  const ofFilters = ignoredMembers(SearchFilter).names.filter(
    (name) => ![...ofDisplay, 'group'].includes(name),
  )
  const filter = { name: 'Title', operator: 'Exists' }
  const warningOf = async (body: object) => (await search(doors, body)).warning

  expect(reported).toContain('visualSearch')
  expect(ignoredMembers(AllFacetsBody).names.filter((name) => !ofDisplay.includes(name))).toEqual([])

  for (const name of reported) {
    expect(await warningOf({ [name]: { text: 'x' } })).toBe(
      `/${name}: "${name}" is not supported, and has no effect.`,
    )
    expect(await warningOf({ [name]: { text: '', isDeep: false, ids: [], of: null } })).toBeNull()
  }
  for (const name of ofFilters)
    expect(await warningOf({ filters: [{ ...filter, [name]: ['x'] }] })).toContain(
      `/filters/0/${name}: "${name}" is`,
    )
})

test.table([
  [{ sorting: { field: 'Titel' } }, '/sorting/field: Expected a property or one of'],
  [{ fields: ['Title', 'Boddy'] }, 'Did you mean "Body"?'],
  [{ aggregations: ['Cours'] }, 'Did you mean "Course"?'],
  [
    { aggregations: [{ name: 'Course', type: 'Date' }] },
    '/aggregations/0/type: Aggregations of type Date are',
  ],
])('a search with %j warns of the name or type that has no effect', async (doors, body, warning) => {
  expect((await search(doors, body)).warning).toContain(warning)
})
