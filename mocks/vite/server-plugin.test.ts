import { EventEmitter } from 'node:events'
import { join, resolve } from 'node:path'
import type { ViteDevServer } from 'vite'
import { expect, test, vi } from 'vitest'
import { serverPlugin } from './server-plugin.ts'

const root = import.meta.dirname

test.each(['change', 'add', 'unlink'])(
  'the dev server restarts when a file in the folder of the definitions changes, is added or removed: %s',
  (event) => {
    const { watcher, restart } = serverWith('./definitions')

    watcher.emit(event, join(root, 'definitions-of-another.json'))
    expect(restart).not.toHaveBeenCalled()

    watcher.emit(event, resolve(root, 'definitions/M.Asset.json'))
    expect(restart).toHaveBeenCalledOnce()
  },
)

function serverWith(definitions: string) {
  const watcher = Object.assign(new EventEmitter(), { add: () => {} })
  const restart = vi.fn<() => void>()
  const { configureServer } = serverPlugin({ definitions })
  const config = { root, base: '/', publicDir: '', logger: { info() {} }, server: {} }
  const server = { watcher, restart, middlewares: { stack: [], use() {} }, config }

  // All that the plugin uses of it; it declares the hook as a function.
  ;(configureServer as (server: ViteDevServer) => void)(server as unknown as ViteDevServer)

  return { watcher, restart }
}
