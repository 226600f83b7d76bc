import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
  const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-'))
  const file = join(folder, name)

  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(file, text)

  expect(placeIn(file, path.split('.'))).toBe(`${file}${place}`)
})
