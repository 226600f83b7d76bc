import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { root } from './command.ts'

const lazyZod = resolve(root, 'mocks/model/shared/lazy-zod.ts')

/** Has modules of ours take `z` from a zod whose schemas are made when they are first used. */
export function useLazyZod(): Plugin {
  return {
    name: 'lazy-zod',
    resolveId(source, importer) {
      const isOurs = importer !== undefined && resolve(importer).startsWith(resolve(root, 'mocks'))

      return source === 'zod' && isOurs && resolve(importer) !== lazyZod ? lazyZod : undefined
    },
  }
}
