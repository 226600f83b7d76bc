import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { placeIn } from './place.ts'

test.each([
  ['a.json', '{\n  "a": [\n    { "b.c": 5 }\n  ]\n}', 'a.0.b.c', ':3:14'],
  ['a.json', '{\n  "sed": 3 }', 'sed', ':2:10'],
  ['a.json', '[\n  { "name": "Book" }]', 'definitions.0.name', ':2:13'],
  ['a.json', '{"items": [\n  { "name": "Book" }]}', 'definitions.0.name', ':2:13'],
  ['a.json', '{}', 'a', ''],
  ['a.ts', 'export default {\n  port: 1,\n  scenarios: [] }', 'scenarios.0', ':3'],
  ['a.ts', 'export default {\n  a: { name: 1 },\n  name: 2 }', 'name', ''],
  ['a.zip', 'x', 'a', ''],
])('in %s containing %j, %s is at "%s"', (name, text, path, place) => {
  const file = join(temporaryFolder({ [name]: text }), name)

  expect(placeIn(file, path.split('.'))).toBe(`${file}${place}`)
})
