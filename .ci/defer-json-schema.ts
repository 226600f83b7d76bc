import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rolldown'

const core = resolve(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core')
const processors = resolve(core, 'json-schema-processors.js')
const methods = resolve(core, 'to-json-schema.js')
const late = '\0late-json-schema'

/**
 * Leaves what makes JSON Schemas out of zod's own schemas, which name it: it comes with `z.toJSONSchema`, which only the contract
 * of the service uses, and a page loads that with its other routes.
 */
export function lateJsonSchema(): Plugin {
  return {
    name: 'late-json-schema',
    resolveId(source, importer) {
      if (source === late) return late
      if (!importer || !/zod[\\/]v4[\\/]classic[\\/]schemas\.js$/.test(importer)) return undefined

      return /\/(json-schema-processors|to-json-schema)\.js$/.test(source) ? late : undefined
    },
    async load(id) {
      if (id !== late) return undefined

      const called = Object.keys((await import(processors)) as object).map(
        (name) => `export const ${name} = (...given) => made.${name}(...given)`,
      )
      const applied = ['createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'].map(
        (name) => `export const ${name} = (...given) => (...more) => made.${name}(...given)(...more)`,
      )

      return ['let made = {}', 'export function provide(all) { made = all }', ...called, ...applied].join(
        '\n',
      )
    },
    transform(code, id) {
      if (resolve(id) !== processors) return undefined

      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)

      return `${code}
import { provide } from '${late}'
import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from '${methods.replaceAll('\\', '/')}'
provide({ ${[...names, 'createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'].join(', ')} })`
    },
  }
}
