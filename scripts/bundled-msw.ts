import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { root } from './command.ts'

/** The module whose import of msw is bundled. Others import the msw of the user, who may have none. */
const importer = resolve(root, 'mocks/service/http/msw/http-handler.ts')

export function isBundledMsw(id: string, from: string | undefined): boolean {
  return id === 'msw' && from !== undefined && resolve(from) === importer
}

/**
 * Leaves msw's cookies out of a bundle: the sandbox's own handlers read none, and their store is nine tenths of what they
 * need of msw.
 */
export function withoutCookies(): Plugin {
  return {
    name: 'without-cookies',
    load: (id) =>
      /[\\/]msw[\\/]lib[\\/]core[\\/]utils[\\/]request[\\/]getRequestCookies\.mjs$/.test(id)
        ? 'export const getAllRequestCookies = () => ({})'
        : undefined,
  }
}

/** msw's own packages have no side effects, without saying so; other packages as they say. */
export const moduleSideEffects: { test: RegExp; sideEffects: boolean }[] = [
  {
    test: /[\\/]node_modules[\\/](@mswjs|@open-draft|is-node-process|strict-event-emitter|outvariant)[\\/]/,
    sideEffects: false,
  },
]
