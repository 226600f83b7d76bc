/**
 * `npm run release -- patch|minor|major`: sets the version and the changelog's heading, checks everything, commits and
 * tags. It does not push the tag; when you do, the release workflow publishes.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { release } from './changelog.ts'
import { root } from './command.ts'

type Program = 'git' | 'npm'

const kind = process.argv[2] ?? ''
if (!['patch', 'minor', 'major'].includes(kind))
  stop('Name the part of the version to increase: npm run release -- patch|minor|major.')
if (read('git', 'status', '--porcelain') !== '') stop('There are uncommitted changes. Commit them first.')

const commit = read('git', 'rev-parse', 'HEAD')
const files = ['package.json', 'package-lock.json', 'CHANGELOG.md']

try {
  const tag = read('npm', 'version', kind, '--no-git-tag-version')
  const changelog = resolve(root, 'CHANGELOG.md')
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(changelog, release(readFileSync(changelog, 'utf8'), tag.slice(1), today))

  run('npm', 'test')

  run('git', 'commit', '--quiet', '--message', `Release ${tag.slice(1)}`, ...files)
  // Annotated, because `git push --follow-tags` pushes only annotated tags.
  run('git', 'tag', '--annotate', tag, '--message', `Release ${tag.slice(1)}`)
  console.log(`${tag} is committed and tagged. To publish it: git push --follow-tags`)
} catch (error) {
  // The commit too, if it could not be tagged.
  run('git', 'reset', '--quiet', commit)
  run('git', 'checkout', '--quiet', '--', ...files)
  stop(`Nothing was released: ${error instanceof Error ? error.message : String(error)}`)
}

function read(program: Program, ...args: string[]): string {
  return execFileSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: needsShell(program),
  }).trim()
}

function run(program: Program, ...args: string[]): void {
  execFileSync(program, args, { cwd: root, stdio: 'inherit', shell: needsShell(program) })
}

/** npm is a batch file on Windows, which only a shell can start. Its arguments here need no quotes. */
function needsShell(program: Program): boolean {
  return program === 'npm' && process.platform === 'win32'
}

function stop(message: string): never {
  console.error(message)
  process.exit(1)
}
