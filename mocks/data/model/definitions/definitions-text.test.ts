import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { kitchen } from '../../../testing/kitchen-data.ts'
import { definitionsText } from './definitions-text.ts'

test('definitions as types: properties as in responses, relations by the members of their links', async () => {
  const text = definitionsText((await buildSandbox(kitchen)).data)

  expect(text.slice(text.indexOf('    "T.Dish": {'), text.indexOf('    "T.Menu": {'))).toMatchInlineSnapshot(`
    "    "T.Dish": {
          properties: {
            "Title": string
            "Code": string | null
            "Story": ByCulture<string | null>
            "Servings": number | null
            "Sold": number | null
            "Price": number | null
            "Vegan": boolean | null
            "CookedOn": string | null
            "ServedAt": string | null
            "Extra": Json | null
            "Course": OptionOf<"Courses"> | null
            "Aliases": string[] | null
          }
          relations: {
            "MenuToDish": "parent"
            "TagToDish": "parents"
            "DishToRecipe": "child"
            "DishToSide": "children" | "parent"
          }
        }
    "
  `)
})

test('definitions as types: option lists have the identifiers of all levels', async () => {
  const { data } = await buildSandbox({ entities: 0 })

  expect(definitionsText(data)).toContain('"M.UsageRights": "owned" | "licensed" | "licensed.editorial"')
})
