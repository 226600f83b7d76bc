import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { createSandbox } from '../mocks/create-sandbox.ts'
import type { Entity } from '../mocks/model/entities/entity.ts'
import { definitions, builtInOptionLists } from '../mocks/seed/domain/domain.ts'
import { fixedEntities } from '../mocks/seed/domain/fixed-entities.ts'
import { defaultSeed } from '../mocks/seed/generator/insert.ts'
import { root } from './command.ts'
import { packEntities } from './pack-entities.ts'

const seed = resolve(root, 'mocks/seed')

/** The modules that the build replaces, and the values of their exports. */
const values: Readonly<Record<string, () => Promise<Record<string, unknown>>>> = {
  [resolve(seed, 'generator/prebuilt-entities.ts')]: async () => ({
    prebuiltEntities: (await generated()).map((entity) => ({ ...entity, uniqueValues: [] })),
  }),
  [resolve(seed, 'generator/packed-entities.ts')]: async () => ({
    packedEntities: packEntities(await generated(), defaultSeed.seed),
  }),
  [resolve(seed, 'domain/domain.ts')]: async () => ({ definitions, builtInOptionLists }),
  [resolve(seed, 'domain/fixed-entities.ts')]: async () => ({ fixedEntities }),
}

/** The exports that replace those of a module in the build; undefined for other modules. */
export async function builtInValue(path: string): Promise<Record<string, unknown> | undefined> {
  return values[path]?.()
}

async function generated(): Promise<Entity[]> {
  const { data } = await createSandbox()

  return [...data.entities.all()]
}

/**
 * Replaces the modules that generate the initial state of a sandbox without options with their values: reading these
 * takes a tenth of the time, and needs no faker.
 */
export function seedSnapshot(): Plugin {
  return {
    name: 'seed-snapshot',
    async load(id) {
      // In the system's form: Vite and rolldown write paths differently.
      const exported = await builtInValue(resolve(id))

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
