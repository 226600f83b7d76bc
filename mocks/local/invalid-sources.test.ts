import { expect, test } from 'vitest'
import { resolveConfig } from 'vite'
import { join } from 'node:path'
import { readOptions } from '../doors/vite/read-options.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createLocalSandbox } from './local-sandbox.ts'

const invalid = [{ name: 'My.Dish', member_groups: [{ name: 'M', members: [{ type: 'Strng', name: 'T' }] }] }]
const place = 'definitions.0.member_groups.0.members.0.type: Expected'

test('an invalid file is named with the place of what is invalid in code and in Vite, as on the command line', async () => {
  const root = temporaryFolder({ 'dish.json': JSON.stringify(invalid) })
  const definitions = join(root, 'dish.json')
  const message = `${definitions}: the content is invalid.\n${place}`
  const config = await resolveConfig({ root, configFile: false }, 'serve')

  await expect(createLocalSandbox({ definitions })).rejects.toThrow(message)
  await expect(readOptions(config, { definitions })).rejects.toThrow(message)
  await expect(createLocalSandbox({ definitions: invalid as never })).rejects.toThrow(
    /the options: the content is invalid\.\ndefinitions\.0/,
  )
})

test('invalid data is named with the entity', async () => {
  const entities = [{ identifier: 'leek', definition: 'M.Asset', properties: { Title: 5 } }]

  await expect(createLocalSandbox({ data: { entities } as never })).rejects.toThrow(
    /entities\.0\.properties\.Title: Expected text, not 5\. \(Entity leek\.\)/,
  )
})

test.each([
  ['M.Aset', 'There is no definition "M.Aset". Did you mean "M.Asset"?'],
  ['GETT /api/entities/:id', '"GETT" is not recognized. Did you mean "GET"?'],
  ['/entities/:id', 'No route has the path "/entities/:id". Did you mean "/api/entities/:id"?'],
])('--passthrough %s is rejected with what was meant', async (item, message) => {
  const data = join(temporaryFolder({ 'data.json': '{"entities":[]}' }), 'data.json')
  const options = { data, target: 'https://real.example', passthrough: ['/api/search/*', item] }

  // Not as a mistake in the file of the data.
  await expect(createLocalSandbox(options)).rejects.toMatchObject({ message })
})

const readable = /Sources are JSON/

test.each([
  ['id,Title\n1,Leek\n', /^Expected the path of a file, not its text \("id,Title\\n1,Leek\\n"\)/],
  ['[{"id":1}]', /^Expected the path of a file, not its text/],
  [new TextEncoder().encode('id,Title\n1,Leek\n'), /^data is not valid JSON, but CSV\. /],
  [new TextEncoder().encode('{"id"'), /^data is not valid JSON: unexpected end\. /],
])('what is no source is said with what it is: %j', async (data, message) => {
  const creating = createLocalSandbox({ data })

  await expect(creating).rejects.toThrow(message)
  await expect(creating).rejects.toThrow(readable)
})
