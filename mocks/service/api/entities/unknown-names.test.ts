import { expect, test } from 'vitest'
import { dish, openKitchen } from '../../../testing/kitchen.ts'

const soup = `/api/entities/${dish.soup}`

test.each([
  [`${soup}?members=Titel`, 'members: "Titel" is not recognized. Did you mean "Title"?'],
  [`${soup}?members=Title,titel`, 'members: "titel" is not recognized. Did you mean "Title"?'],
  [`${soup}?nestedRelations=Title`, /^nestedRelations: "Title" is not recognized\./],
  [`${soup}?groups=Nothing`, /^groups: "Nothing" is not recognized\./],
  [`${soup}?culture=en-UK`, /^culture: "en-UK" is not recognized\. Did you mean "en-US"/],
  [`/api/entities/query?query=Definition.Name=='T.Dish'&members=Titel`, /^members: "Titel" .*"Title"/],
])(
  'names that the entities of a response do not have are warned of, and rejected by enforce: %s',
  async (path, warning) => {
    await using doors = await openKitchen()
    const response = await doors.fetch(path)

    expect(response.status).toBe(200)
    expect(response.headers.get('x-sandbox-warning')).toMatch(warning)
    await doors.put('/__sandbox/validation', { level: 'enforce' })
    expect((await doors.fetch(path)).status).toBe(400)
  },
)

test('names in any letter case, also of system fields, are those of the entity', async () => {
  await using doors = await openKitchen({ validate: 'enforce' })

  expect(
    (await doors.fetch(`${soup}?members=title,id,createdOn&culture=EN-us`)).headers.get('x-sandbox-warning'),
  ).toBeNull()
})
