/** Before `npm start`: builds where there is no build, as when the one of `npm ci` was interrupted. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

if (!existsSync(resolve(root, 'dist/node/bin.js'))) {
  const { status } = spawnSync('npm run build', { cwd: root, shell: true, stdio: 'inherit' })

  process.exitCode = status ?? 1
}
