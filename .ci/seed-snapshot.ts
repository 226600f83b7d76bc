import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { createSandbox } from '../mocks/create-sandbox.ts'
import { root } from './command.ts'

const file = resolve(root, 'mocks/seed/generator/prebuilt-state.ts')

/**
 * Puts the entities that a sandbox without options begins with in place of the module that stands for them: reading
 * them takes a tenth of the time of generating them, and no faker.
 */
export function seedSnapshot(): Plugin {
  return {
    name: 'seed-snapshot',
    async load(id) {
      // As the system writes paths: Vite and rolldown differ there.
      if (resolve(id) !== file) return undefined

      const { data } = await createSandbox()
      const entities = [...data.entities.all()]

      // Text, since engines read JSON faster than code.
      return {
        code: `export const prebuiltEntities = JSON.parse(${JSON.stringify(JSON.stringify(entities))})`,
        moduleType: 'js',
      }
    },
  }
}
