import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { BundledServer } from '../../../testing/deployment.ts'
import { noteData } from '../../../testing/note-data.ts'
import { isDeep } from '../../../testing/scale.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { openPersisted } from './open-folder.ts'

/** Command that runs another one in a container, where it has its own process 1 and host name. */
const inContainer = ['unshare', '--pid', '--fork', '--mount-proc', '--uts', '--kill-child']
const [program = '', ...flags] = inContainer
const mayUnshare = spawnSync(program, [...flags, 'true']).status === 0

let bundled: BundledServer | undefined

beforeAll(async () => {
  if (isDeep) bundled = await BundledServer.build()
}, 60_000)

/** The command of a server that stores its sandboxes in a folder. */
const serve = (folder: string) => [
  process.execPath,
  bundled?.bin ?? '',
  '--json',
  '--port',
  '0',
  '--persist',
  folder,
]

/** Starts a process, and waits for its first output, or its end. */
async function started(command: readonly string[]): Promise<{ child: ChildProcess; said: string }> {
  const [name = '', ...rest] = command
  const child = spawn(name, rest, { stdio: ['ignore', 'pipe', 'ignore'] })
  let said = ''

  child.stdout.on('data', (text: Buffer) => (said += text.toString()))
  await Promise.race([once(child.stdout, 'data'), once(child, 'close')])

  return { child, said }
}

const isOver = (child: ChildProcess) => once(child, 'close')

async function opens(folder: string): Promise<void> {
  await (await openPersisted(folder, { data: noteData })).close()
}

test('the folder can be opened whatever the lock file contains, even the id of a running process', async () => {
  const folder = temporaryFolder()

  await opens(folder)
  writeFileSync(join(folder, 'level', 'LOCK'), `${process.pid}\n`)
  await expect(opens(folder)).resolves.toBeUndefined()
})

test.runIf(isDeep && mayUnshare)(
  'only one of two containers can open the folder; when it is killed, the other can immediately',
  async () => {
    const folder = temporaryFolder()

    await opens(folder)
    const first = await started([...inContainer, ...serve(folder)])
    const second = await started([...inContainer, ...serve(folder)])

    expect(first.said).toContain('url')
    expect(second.said).toBe('')
    await expect(opens(folder)).rejects.toThrow(/another process is using it/)

    first.child.kill('SIGKILL')
    await isOver(first.child)
    const third = await started([...inContainer, ...serve(folder)])

    expect(third.said).toContain('url')
    third.child.kill('SIGKILL')
    await isOver(third.child)
  },
  60_000,
)

test.runIf(isDeep && process.platform === 'linux')(
  'a killed process that is still a zombie does not lock the folder',
  async () => {
    const folder = temporaryFolder()

    await opens(folder)
    // The shell does not wait for its children.
    const begin = '"$0" "$@" & echo $!; exec sleep 60'
    const { child, said } = await started(['sh', '-c', begin, ...serve(folder)])
    const writer = Number(said.split('\n')[0])

    // Wait until it has the folder; otherwise this process would open it first.
    if (child.stdout) await once(child.stdout, 'data')
    await expect.poll(() => opens(folder).then(() => 'open', String), { timeout: 20_000 }).toMatch(/using it/)
    process.kill(writer, 'SIGKILL')
    await expect.poll(() => stateOf(writer)).toBe('Z')
    // Its other threads may hold the folder for a moment longer; the shell stays longer than the test waits.
    await expect.poll(() => opens(folder).then(() => 'open', String)).toBe('open')
    expect(stateOf(writer)).toBe('Z')

    child.kill('SIGKILL')
    await isOver(child)
  },
  60_000,
)

/** `Z` for a zombie. */
function stateOf(pid: number): string {
  return spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
    .stdout.trim()
    .slice(0, 1)
}
