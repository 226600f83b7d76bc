import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isDeep } from '../../mocks/testing/scale.ts'
import { root } from '../command.ts'

/** Runs `npm run dev` on a copy of the source, which can be edited. */
async function startDevelopment(): Promise<{ folder: string; url: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-sandbox-dev-'))

  for (const part of ['mocks', 'web', 'scripts', 'package.json', 'tsconfig.json', 'vite.config.ts']) {
    await cp(resolve(root, part), join(folder, part), { recursive: true })
  }
  await symlink(resolve(root, 'node_modules'), join(folder, 'node_modules'), 'junction')

  const vite = resolve(root, 'node_modules/vite/bin/vite.js')
  const server = spawn(process.execPath, [vite, '--host', '127.0.0.1', '--port', '0'], { cwd: folder })
  const url = await new Promise<string>((done, fail) => {
    let printed = ''

    server.stdout.on('data', (text) => {
      printed += String(text)
      const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? []

      if (address !== undefined) done(address)
    })
    server.once('exit', () => fail(new Error(`The dev server exited: ${printed}`)))
  })

  return {
    folder,
    url,
    async [Symbol.asyncDispose]() {
      const exited = new Promise((done) => server.once('exit', done))

      server.kill()
      await exited
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

test.runIf(isDeep)(
  'npm run dev reloads edits in mocks, keeps the data, and survives broken code',
  async () => {
    await using development = await startDevelopment()
    const { folder, url } = development
    const settings = join(folder, 'mocks/sandbox/sandbox-settings.ts')
    const code = await readFile(settings, 'utf8')
    const hostname = async () => ((await (await fetch(`${url}/api/status`)).json()) as Status).hostname
    const until = { timeout: 60_000, interval: 200 }

    expect(await hostname()).toBe('entity-sandbox')

    const created = await fetch(`${url}/api/entities`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        identifier: 'kept',
        entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
        properties: { TagName: { 'en-US': 'Soup' } },
      }),
    })

    expect(created.status).toBe(201)

    await writeFile(settings, code.replace("'entity-sandbox'", "'edited'"))
    await vi.waitFor(async () => expect(await hostname()).toBe('edited'), until)
    expect((await fetch(`${url}/api/entities/identifier/kept`)).status).toBe(200)

    await writeFile(settings, `${code}\nexport const = broken`)
    await new Promise((done) => setTimeout(done, 2000)) // nothing to wait for: the previous service continues
    expect(await hostname()).toBe('edited')

    await writeFile(settings, code.replace("'entity-sandbox'", "'mended'"))
    await vi.waitFor(async () => expect(await hostname()).toBe('mended'), until)
    expect((await fetch(`${url}/api/entities/identifier/kept`)).status).toBe(200)
  },
  300_000,
)

interface Status {
  readonly hostname: string
}
