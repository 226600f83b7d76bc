import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { checkFolder, openPersisted } from './persist.ts'

let folder = ''

beforeEach(async () => {
  folder = temporaryFolder()

  const { sandboxes, close } = await openPersisted(folder, { entities: 0 })

  await sandboxes.create('blue')
  await close()
})

/** Bytes and time of every file and folder. */
function contentOf(): unknown[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    const { mtimeMs, ctimeMs, ino } = statSync(path)

    return { path, mtimeMs, ctimeMs, ino, bytes: entry.isFile() ? readFileSync(path, 'base64') : '' }
  })
}

test('a check counts the sandboxes and changes nothing in the folder', async () => {
  const before = contentOf()

  expect(await checkFolder(folder, {})).toBe(2)
  expect(contentOf()).toEqual(before)
})

test('a check reports damage as a start does, and changes nothing in the folder', async () => {
  const log = readdirSync(join(folder, 'level')).find((name) => name.endsWith('.log')) ?? ''
  const path = join(folder, 'level', log)
  const bytes = readFileSync(path)

  writeFileSync(path, bytes.fill(0, Math.floor(bytes.length / 2)))

  const before = contentOf()

  await expect(checkFolder(folder, {})).rejects.toThrow(
    new RegExp(`^Failed to open ${folder}: .*missing.* entity-sandbox repair ${folder}$`),
  )
  expect(contentOf()).toEqual(before)
})

test('a check reports that another process uses the folder, and does not take it from that', async () => {
  const level = JSON.stringify(join(folder, 'level'))
  const script = `new (require('classic-level').ClassicLevel)(${level}).open().then(() => console.log('open'))`
  const other = spawn(process.execPath, ['-e', `setInterval(() => {}, 1000); ${script}`], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })

  await once(other.stdout, 'data')

  const before = contentOf()

  await expect(checkFolder(folder, {})).rejects.toThrow('another process is using it')
  await expect(openPersisted(folder)).rejects.toThrow('another process is using it')
  expect(contentOf().length).toBe(before.length)

  other.kill('SIGKILL')
  await once(other, 'close')
})
