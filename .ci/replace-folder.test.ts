import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { replaceFolder } from './replace-folder.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-replaced-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a killed build leaves the previous one intact, and the next build removes its remains', async () => {
  const dist = join(folder, 'dist')

  await fillWith('first')

  const killed = spawnSync(process.execPath, [
    '--import',
    'tsx',
    '--input-type=module',
    '--eval',
    killedBuild(dist),
  ])

  expect(killed.signal).toBe('SIGKILL')
  expect(readdirSync(folder)).toHaveLength(2)
  expect(readFileSync(join(dist, 'bin.js'), 'utf8')).toBe('first')

  await fillWith('second')

  expect(readdirSync(folder)).toEqual(['dist'])
  expect(readFileSync(join(dist, 'bin.js'), 'utf8')).toBe('second')
  await expect(replaceFolder(dist, () => Promise.reject(new Error('no types')))).rejects.toThrow('no types')
  expect(readFileSync(join(dist, 'bin.js'), 'utf8')).toBe('second')

  function fillWith(text: string): Promise<void> {
    return replaceFolder(dist, async (path) => {
      mkdirSync(path)
      writeFileSync(join(path, 'bin.js'), text)
    })
  }
})

/** A program that is killed in the middle of a build. */
function killedBuild(dist: string): string {
  return `
    import { mkdirSync } from 'node:fs'
    import { replaceFolder } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'replace-folder.ts')).href)}
    await replaceFolder(${JSON.stringify(dist)}, async (path) => {
      mkdirSync(path)
      process.kill(process.pid, 'SIGKILL')
    })`
}
