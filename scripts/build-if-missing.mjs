/** Before `npm start`: builds if there is no complete build, for example because `npm ci` was interrupted. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')

if (!existsSync(resolve(root, 'dist/.sources'))) {
  const { status } = spawnSync('npm run build', { cwd: root, shell: true, stdio: 'inherit' })

  process.exitCode = status ?? 1
}
