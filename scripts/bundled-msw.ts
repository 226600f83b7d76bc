import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { root } from './command.ts'

/** The module whose import of msw is bundled. Others import the msw of the user, who may have none. */
const importer = resolve(root, 'mocks/service/http/msw/http-handler.ts')

export function isBundledMsw(id: string, from: string | undefined): boolean {
  return id === 'msw' && from !== undefined && resolve(from) === importer
}

/**
 * Leaves msw's store of cookies out of a bundle: the sandbox's own handlers read no cookies, and it is nine tenths of what
 * they need of msw.
 */
export function withoutCookieStore(): Plugin {
  return {
    name: 'without-cookie-store',
    load: (id) =>
      /[\\/]msw[\\/]lib[\\/]core[\\/]utils[\\/]cookieStore\.mjs$/.test(id)
        ? 'export const cookieStore = { getCookies: () => [], setCookie: async () => {} }'
        : undefined,
  }
}
