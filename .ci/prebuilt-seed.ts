import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { buildSandbox } from '../mocks/build-sandbox.ts'
import type { Entity } from '../mocks/model/entities/entity.ts'
import { definitions, builtInOptionLists } from '../mocks/seed/domain/domain.ts'
import { fixedEntities } from '../mocks/seed/domain/fixed-entities.ts'
import { defaultSeed } from '../mocks/seed/generator/insert.ts'
import { root } from './command.ts'
import { packEntities } from './pack-entities.ts'

const seedFolder = resolve(root, 'mocks/seed')

/** The modules that the build replaces, and the values of their exports. */
const replacedExports: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  [resolve(seedFolder, 'generator/prebuilt-entities.ts')]: async () => ({
    prebuiltEntities: (await generated()).map((entity) => ({ ...entity, uniqueValues: [] })),
  }),
  [resolve(seedFolder, 'generator/packed-entities.ts')]: async () => ({
    packedEntities: packEntities(await generated(), defaultSeed.seed),
  }),
  [resolve(seedFolder, 'domain/domain.ts')]: async () => ({ definitions, builtInOptionLists }),
  [resolve(seedFolder, 'domain/fixed-entities.ts')]: async () => ({ fixedEntities }),
}

/** The exports that replace those of a module in the build; undefined for other modules. */
export async function replacedExportsOf(path: string): Promise<Record<string, unknown> | undefined> {
  return replacedExports[path]?.()
}

async function generated(): Promise<Entity[]> {
  const { data } = await buildSandbox()

  return [...data.entities.all()]
}

/**
 * In the build, replaces modules by the values of their exports: those that generate the initial state of a sandbox that
 * has no options. Reading values takes a tenth of the time, and needs no faker.
 */
export function prebuiltSeed(): Plugin {
  return {
    name: 'prebuilt-seed',
    async load(id) {
      // In the system's form: Vite and rolldown write paths differently.
      const exported = await replacedExportsOf(resolve(id))

      if (!exported) return undefined

      const lines = Object.entries(exported).map(
        ([name, value]) => `export const ${name} = JSON.parse(${textOf(value)})`,
      )

      return { code: lines.join('\n'), moduleType: 'js' }
    },
  }
}

/**
 * A value as JSON in a JavaScript string, since engines read JSON faster than code. ASCII in
 * a template literal, where quotes are not escaped, is read four times as fast.
 */
function textOf(value: unknown): string {
  const json = JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

  return `\`${json.replaceAll(/[\\`$]/g, String.raw`\$&`)}\``
}
