import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BundledServer } from '../../testing/deployment.ts'
import { isDeep } from '../../testing/scale.ts'
import { openPersisted } from './persist.ts'

const data = {
  definitions: [
    { name: 'Note', member_groups: [{ name: 'Main', members: [{ type: 'String' as const, name: 'Text' }] }] },
  ],
  entities: [],
}

/** Command that runs another one in a container, where it has its own process 1 and host name. */
const inContainer = ['unshare', '--pid', '--fork', '--mount-proc', '--uts', '--kill-child']
const [program = '', ...flags] = inContainer
const mayUnshare = spawnSync(program, [...flags, 'true']).status === 0

let bundled: BundledServer | undefined

beforeAll(async () => {
  if (isDeep) bundled = await BundledServer.build()
}, 60_000)
afterAll(() => bundled?.[Symbol.asyncDispose]())

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

function makeFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'locks-'))

  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

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
  await (await openPersisted(folder, { data })).close()
}

test('the folder can be opened whatever the lock file contains, even the id of a running process', async () => {
  using folder = makeFolder()

  await opens(folder.path)
  writeFileSync(join(folder.path, 'level', 'LOCK'), `${process.pid}\n`)
  await expect(opens(folder.path)).resolves.toBeUndefined()
})

test.runIf(isDeep && mayUnshare)(
  'only one of two containers can open the folder; when it is killed, the other can immediately',
  async () => {
    using folder = makeFolder()

    await opens(folder.path)
    const first = await started([...inContainer, ...serve(folder.path)])
    const second = await started([...inContainer, ...serve(folder.path)])

    expect(first.said).toContain('url')
    expect(second.said).toBe('')
    await expect(opens(folder.path)).rejects.toThrow(/another process is using it/)

    first.child.kill('SIGKILL')
    await isOver(first.child)
    const third = await started([...inContainer, ...serve(folder.path)])

    expect(third.said).toContain('url')
    third.child.kill('SIGKILL')
    await isOver(third.child)
  },
  60_000,
)

test.runIf(isDeep && process.platform === 'linux')(
  'a killed process that is still a zombie does not lock the folder',
  async () => {
    using folder = makeFolder()

    await opens(folder.path)
    // The shell does not wait for its children.
    const begin = '"$0" "$@" & echo $!; exec sleep 60'
    const { child, said } = await started(['sh', '-c', begin, ...serve(folder.path)])
    const writer = Number(said.split('\n')[0])

    // Wait until it has the folder; otherwise this process would open it first.
    if (child.stdout) await once(child.stdout, 'data')
    await expect
      .poll(() => opens(folder.path).then(() => 'open', String), { timeout: 20_000 })
      .toMatch(/using it/)
    process.kill(writer, 'SIGKILL')
    await expect.poll(() => stateOf(writer)).toBe('Z')
    await opens(folder.path)

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
