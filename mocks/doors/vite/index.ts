/** The Vite plugin. */
import type { Plugin } from 'vite'
import { unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import { checkOptionNames } from '../../local/config.ts'
import type { EntitySandboxOptions } from './read-options.ts'
import { browserPlugin } from './browser-plugin.ts'
import { serverPlugin } from './server-plugin.ts'

export type { EntitySandboxOptions } from './read-options.ts'

const ownOptions = 'mode handlers types path controlToken panel transport persist build'.split(' ')

/**
 * Adds the sandbox to an application without changing its code: requests for `/api`, `/oauth` and `/__sandbox` are
 * handled, and the console is at `/__sandbox/console`.
 *
 * @example
 * export default defineConfig({ plugins: [react(), entitySandbox({ seed: 7 })] })
 */
export function entitySandbox(options: EntitySandboxOptions = {}): Plugin {
  checkOptionNames(options, ownOptions)

  const { mode = 'server' } = options

  if (mode === 'browser') return browserPlugin(options)
  if (mode === 'server') return serverPlugin(options)

  throw new TypeError(`Failed to create a sandbox: mode: ${unknownNameMessage(mode, ['server', 'browser'])}`)
}
