import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './command.ts'

// Commits before this test was added are not checked.
const since = git('log', '--diff-filter=A', '--format=%H', '--', relative(root, import.meta.filename))[0]

test.skipIf(since === undefined)('subjects of commits have at most 72 characters', () => {
  const subjects = git('log', '--no-merges', '--format=%s', `${since}..HEAD`)

  expect(subjects.filter((subject) => subject.length > 72)).toEqual([])
})

/** The lines that git prints; none without git or a repository. */
function git(...args: string[]): string[] {
  const { error, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })

  return error ? [] : stdout.split('\n').filter(Boolean)
}
