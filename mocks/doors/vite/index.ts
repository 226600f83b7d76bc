/** The Vite plugin. */
import type { Plugin } from 'vite'
import { unknownNameMessage } from '../../data/model/shared/suggestion.ts'
import { checkOptionNames } from '../../local/config.ts'
import { modes, pluginOptionNames, type EntitySandboxOptions } from './read-options.ts'
import { browserPlugin } from './browser-plugin.ts'
import { serverPlugin } from './server-plugin.ts'

export type { EntitySandboxOptions } from './read-options.ts'

/**
 * Adds the sandbox to an application without changing its code: requests for `/api`, `/oauth` and `/__sandbox` are
 * handled, and the console is at `/__sandbox/console`.
 *
 * @example
 * export default defineConfig({ plugins: [react(), entitySandbox({ seed: 7 })] })
 */
export function entitySandbox(options: EntitySandboxOptions = {}): Plugin {
  checkOptionNames(options, pluginOptionNames)

  const { mode = modes[0] } = options

  if (!modes.includes(mode)) {
    throw new TypeError(`Failed to create a sandbox: mode: ${unknownNameMessage(mode, modes)}`)
  }

  return mode === 'browser' ? browserPlugin(options) : serverPlugin(options)
}
