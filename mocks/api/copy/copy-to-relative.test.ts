import { expect } from 'vitest'
import { type Doors, origin } from '../../testing/doors.ts'
import { dish } from '../../testing/kitchen.ts'
import { test } from '../../testing/test-with-kitchen.ts'

/** Copies the soup to the bread, which is a side of the soup. */
function copyToSide(doors: Doors, options: object) {
  return doors.post(`/api/entities/${dish.soup}/copy`, { destination_entity_id: dish.bread, ...options })
}

const sidesOfSoup = { children: [{ href: `${origin}/api/entities/${dish.bread}` }] }

test('copy: a source that is copied to its own child keeps the child if no option names the relation', async (doors) => {
  expect((await copyToSide(doors, {})).status).toBe(200)
  expect(await doors.get(`/api/entities/${dish.soup}/relations/DishToSide`)).toMatchObject(sidesOfSoup)
})

test.table(['Keep', 'Overwrite'])(
  'copy: %s is rejected if the source would lose its link to the destination',
  async (doors, method) => {
    const response = await copyToSide(doors, {
      relation_copy_options: [{ relation: 'DishToSide', role: 'Child', method }],
    })

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      'relation_copy_options.0.method': expect.stringContaining('the source, which would lose it'),
    })
    expect(await doors.get(`/api/entities/${dish.soup}/relations/DishToSide`)).toMatchObject(sidesOfSoup)
  },
)

test('copy: Append to the child of the source keeps it as its child', async (doors) => {
  const response = await copyToSide(doors, {
    relation_copy_options: [{ relation: 'DishToSide', role: 'Child', method: 'Append' }],
  })

  expect(response.status).toBe(200)
  expect(await doors.get(`/api/entities/${dish.soup}/relations/DishToSide`)).toMatchObject(sidesOfSoup)
})
