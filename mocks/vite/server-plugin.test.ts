import { EventEmitter } from 'node:events'
import { join, resolve } from 'node:path'
import type { ResolvedConfig, ViteDevServer } from 'vite'
import { expect, test, vi } from 'vitest'
import { serverPlugin } from './server-plugin.ts'

const root = import.meta.dirname

test('the dev server restarts when a file in the folder of the definitions changes', () => {
  const { watcher, restart } = serverWith('./definitions')

  watcher.emit('change', join(root, 'definitions-of-another.json'))
  expect(restart).not.toHaveBeenCalled()

  watcher.emit('change', resolve(root, 'definitions/M.Asset.json'))
  expect(restart).toHaveBeenCalledOnce()
})

function serverWith(definitions: string) {
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const restart = vi.fn<() => void>()
  const { configResolved, configureServer } = serverPlugin({ definitions })
  const config = { root, base: '/', publicDir: '', logger: { info() {} } }
  const server = { watcher, restart, middlewares: { stack: [], use() {} }, config: { server: {} } }

  // All that the plugin uses of them; it declares both hooks as functions.
  ;(configResolved as (config: ResolvedConfig) => void)(config as unknown as ResolvedConfig)
  ;(configureServer as (server: ViteDevServer) => void)(server as unknown as ViteDevServer)

  return { watcher, restart }
}
