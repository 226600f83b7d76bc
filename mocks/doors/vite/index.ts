/** The Vite plugin. */
import type { Plugin } from 'vite'
import type { EntitySandboxOptions } from './read-options.ts'
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
  return options.mode === 'browser' ? browserPlugin(options) : serverPlugin(options)
}
