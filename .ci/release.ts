/**
 * `npm run release -- patch|minor|major`: sets the version, gives the changelog its heading, checks everything,
 * commits and tags. Publishing is left to whoever runs it.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { release } from './changelog.ts'
import { root } from './command.ts'

const kind = process.argv[2] ?? ''
if (!['patch', 'minor', 'major'].includes(kind))
  stop('Say which number goes up: npm run release -- patch|minor|major.')
if (read('git', 'status', '--porcelain') !== '')
  stop('There are changes that are not committed. Commit them first.')

const files = ['package.json', 'package-lock.json', 'CHANGELOG.md']

try {
  const tag = read('npm', 'version', kind, '--no-git-tag-version')
  const changelog = resolve(root, 'CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, release(readFileSync(changelog, 'utf8'), tag.slice(1), today))

  run('npm', 'test')

  run('git', 'commit', '--quiet', '--message', `Release ${tag.slice(1)}`, ...files)
  run('git', 'tag', tag)
  console.log(`${tag} is committed and tagged. To publish it: git push --follow-tags && npm publish`)
} catch (error) {
  run('git', 'checkout', '--quiet', '--', ...files)
  stop(`Nothing was released: ${error instanceof Error ? error.message : String(error)}`)
}

function read(program: string, ...args: string[]): string {
  return execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit' })
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
