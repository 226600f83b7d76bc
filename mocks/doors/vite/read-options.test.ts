import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { resolveConfig } from 'vite'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { kitchen } from '../../testing/kitchen-data.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { writeTypes } from './read-options.ts'

test('the plugin writes the definitions as types, but not to a file with the same content', async () => {
  const root = temporaryFolder()
  const config = await resolveConfig({ root, configFile: false }, 'serve')
  const file = join(root, 'entities.d.ts')
  const write = async (types?: string) =>
    writeTypes(config, types === undefined ? {} : { types }, async () => (await buildSandbox(kitchen)).data)

  await write('./entities.d.ts')
  expect(await readFile(file, 'utf8')).toContain('"T.Dish": {')

  const { mtimeMs } = await stat(file)

  await write('./entities.d.ts')
  await write()
  expect((await stat(file)).mtimeMs).toBe(mtimeMs)

  const error = vi.spyOn(config.logger, 'error').mockImplementation(() => undefined)

  await write('./no-such-folder/entities.d.ts')
  expect(error).toHaveBeenCalledWith(expect.stringContaining("no-such-folder/entities.d.ts can't be written"))
})
