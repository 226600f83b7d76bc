import { resolve } from 'node:path'
import type { Plugin } from 'rolldown'
import { root } from './command.ts'

/** The module whose import of msw is bundled. Others import the msw of the user, who may have none. */
const importer = resolve(root, 'mocks/service/http/msw/http-handler.ts')

export function isBundledMsw(id: string, from: string | undefined): boolean {
  return id === 'msw' && from !== undefined && resolve(from) === importer
}

/** Leaves msw's cookies out of a bundle: the sandbox's own handlers read none, and their store is most of what they need. */
export const withoutCookies = (): Plugin =>
  replacing({ 'request/getRequestCookies': 'export const getAllRequestCookies = () => ({})' })

/**
 * Bundles only the modules of msw that the sandbox's own handlers need. They override how msw matches URLs, and have nothing
 * to clean up after a response; with these parts, a server would load Fetch at its start.
 */
export function onlyHandlers(): Plugin[] {
  const core = resolve(root, 'node_modules/msw/lib/core')
  const modules = ['handlers/HttpHandler', 'passthrough', 'utils/request/onUnhandledRequest']
  const exports = modules.map((name) => `export * from ${JSON.stringify(resolve(core, `${name}.mjs`))}`)

  return [
    {
      name: 'only-handlers',
      resolveId: (id, from) => (isBundledMsw(id, from) ? '\0handlers-of-msw' : undefined),
      load: (id) => (id === '\0handlers-of-msw' ? exports.join('\n') : undefined),
    },
    withoutCookies(),
    replacing({
      'matching/matchRequestUrl': 'export const matchRequestUrl = () => ({ matches: false, params: {} })',
      'internal/observe-response-body-stream': 'export const observeResponseBodyStream = () => null',
    }),
  ]
}

/** @param modules the code that replaces modules of msw's folder `utils` */
function replacing(modules: Readonly<Record<string, string>>): Plugin {
  const utils = /[\\/]msw[\\/]lib[\\/]core[\\/]utils[\\/](.+)\.mjs$/

  return {
    name: `replacing ${Object.keys(modules).join(', ')}`,
    load: (id) => modules[utils.exec(id)?.[1]?.replace('\\', '/') ?? ''],
  }
}

/** msw's own packages have no side effects, without saying so; other packages as they say. */
export const moduleSideEffects: { test: RegExp; sideEffects: boolean }[] = [
  {
    test: /[\\/]node_modules[\\/](@mswjs|@open-draft|is-node-process|strict-event-emitter|outvariant)[\\/]/,
    sideEffects: false,
  },
]
