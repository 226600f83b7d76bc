import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'rolldown'

const core = resolve(dirname(createRequire(import.meta.url).resolve('zod')), 'v4/core')
const processors = resolve(core, 'json-schema-processors.js')
const methods = resolve(core, 'to-json-schema.js')
const deferred = '\0deferred-json-schema'

/**
 * Removes the conversion to JSON Schema from what zod's schemas import. It is loaded with `z.toJSONSchema`, which only the
 * contract uses, so a page loads it later, with the contract's route.
 */
export function deferJsonSchema(): Plugin {
  return {
    name: 'defer-json-schema',
    resolveId(source, importer) {
      if (source === deferred) return deferred
      if (!importer || !/zod[\\/]v4[\\/]classic[\\/]schemas\.js$/.test(importer)) return undefined

      return /\/(json-schema-processors|to-json-schema)\.js$/.test(source) ? deferred : undefined
    },
    async load(id) {
      if (id !== deferred) return undefined

      const functions = Object.keys((await import(processors)) as object).map(
        (name) => `export const ${name} = (...args) => provided.${name}(...args)`,
      )
      const curried = ['createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'].map(
        (name) => `export const ${name} = (...outer) => (...inner) => provided.${name}(...outer)(...inner)`,
      )
      const provide = 'export function provide(functions) { provided = functions }'

      return ['let provided = {}', provide, ...functions, ...curried].join('\n')
    },
    transform(code, id) {
      if (resolve(id) !== processors) return undefined

      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name)

      return `${code}
import { provide } from '${deferred}'
import { createStandardJSONSchemaMethod, createToJSONSchemaMethod } from '${methods.replaceAll('\\', '/')}'
provide({ ${[...names, 'createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'].join(', ')} })`
    },
  }
}
