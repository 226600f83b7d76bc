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

/** Modules of which a start takes nothing but their value, and what that is. */
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

/** The exports that the build puts in place of a module's own, if it does. */
export async function builtInValue(path: string): Promise<Record<string, unknown> | undefined> {
  return values[path]?.()
}

async function generated(): Promise<Entity[]> {
  const { data } = await createSandbox()

  return [...data.entities.all()]
}

/**
 * Puts what a sandbox without options begins with in place of the modules that make it: reading it takes a tenth of the
 * time, and no faker.
 */
export function seedSnapshot(): Plugin {
  return {
    name: 'seed-snapshot',
    async load(id) {
      // As the system writes paths: Vite and rolldown differ there.
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
 * A value as JSON in a string of JavaScript, since engines read JSON faster than code. In a template literal, whose
 * quotes need no escaping, and in ASCII they read it four times as fast.
 */
function textOf(value: unknown): string {
  const json = JSON.stringify(value).replaceAll(
    /[^\0-\x7f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

  return `\`${json.replaceAll(/[\\`$]/g, String.raw`\$&`)}\``
}
