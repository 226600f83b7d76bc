import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { definitionsText } from '../../data/model/definitions/definitions-text.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import type { Data } from '../../data/model/tables.ts'
import { type EntitySandboxOptions, readOptions } from './read-options.ts'

/** Writes the definitions as types to the file in the options, if there is one and its content differs. */
export async function writeTypes(
  { root, logger }: ResolvedConfig,
  { types }: EntitySandboxOptions,
  dataOf: () => Promise<Data>,
): Promise<void> {
  if (types === undefined) return
  const file = resolve(root, types)

  try {
    const text = definitionsText(await dataOf())

    if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text)
  } catch (error) {
    logger.error(`[entity-sandbox] ${types} can't be written: ${messageOf(error)}`)
  }
}

/** The data of the options, without generated entities, which types do not need. */
export async function dataIn(config: ResolvedConfig, options: EntitySandboxOptions): Promise<Data> {
  return (await buildSandbox({ ...(await readOptions(config, options)), entities: 0 })).data
}
