import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { block, blocksOf } from '../../../../scripts/docs/blocks.ts'
import { BundledServer, environmentOf } from '../../../testing/deployment.ts'
import { freePort, isInstalled } from '../../../testing/redis-server.ts'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'

const page = 'docs/sharing.md'
const heading = 'One server for several people'

test.skipIf(!isInstalled('haproxy'))(
  'with the command and the proxy of docs/sharing.md everyone has an address, to which links lead',
  async () => {
    const { bin } = await BundledServer.build()
    const [port, proxyPort] = [await freePort(), await freePort()]
    const origin = `http://127.0.0.1:${proxyPort}`
    const configuration = block(page, heading)
      .replace(/bind .*/, `bind 127.0.0.1:${proxyPort}`)
      .replace('Proto https', 'Proto http')
      .replace('127.0.0.1:4010', `127.0.0.1:${port}`)
    const folder = temporaryFolder({ 'haproxy.cfg': configuration })
    const [, ...args] = command().split(' ')

    startBoth(
      bin,
      folder,
      [...args, '--port', `${port}`],
      ['haproxy', '-q', '-f', join(folder, 'haproxy.cfg')],
    )
    await vi.waitFor(async () => expect((await fetch(`${origin}/__sandbox/ready`)).status).toBe(200), 12_000)

    const entity = `${origin}/s/anna/api/entities/1000`
    const controls = `${origin}/__sandbox/sandboxes`

    expect(await (await fetch(entity)).json()).toMatchObject({ self: { href: entity } })
    expect(
      await (await fetch(controls, { headers: { 'X-Sandbox-Control': controlToken } })).json(),
    ).toMatchObject({
      items: [{}, { id: 'anna', base: { href: `${origin}/s/anna` } }],
    })
  },
  60_000,
)

test.skipIf(!isInstalled('nginx'))(
  'through the nginx of docs/sharing.md an upload has the size that the server accepts, and events arrive as they happen',
  async () => {
    const { bin } = await BundledServer.build()
    const [port, proxyPort] = [await freePort(), await freePort()]
    const origin = `http://127.0.0.1:${proxyPort}/mock`
    const location = block(page, 'Behind a proxy, and HTTPS').replace('sandbox:4010', `127.0.0.1:${port}`)
    const folder = temporaryFolder({
      'nginx.conf': `
        daemon off; master_process off; pid nginx.pid; error_log stderr; events {}
        http {
          access_log off; client_body_buffer_size 4m;
          ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`).join(' ')}
          server { listen 127.0.0.1:${proxyPort}; ${location} }
        }`,
    })
    const nginx = ['nginx', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]
    const headers = { 'X-Sandbox-Control': controlToken }

    startBoth(bin, folder, ['--trust-proxy', '--port', `${port}`], nginx)
    await vi.waitFor(async () => expect((await fetch(`${origin}/__sandbox/ready`)).status).toBe(200), 12_000)

    const events = await fetch(`${origin}/__sandbox/events`, { headers })
    const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader()

    expect((await reader?.read())?.value).toContain('retry')
    await reader?.cancel()

    const upload = { method: 'POST', body: new Uint8Array(2 << 20) }

    // Rejected by the server as no JSON: nginx accepts no more than 1 MiB by default.
    expect((await fetch(`${origin}/api/entities`, upload)).status).toBe(400)
  },
  60_000,
)

const controlToken = 'not-a-secret'

/** Starts the server and a proxy, until the test ends. */
function startBoth(bin: string, cwd: string, args: string[], [proxy = '', ...proxyArgs]: string[]): void {
  const env = { ...environmentOf(bin), SANDBOX_CONTROL_TOKEN: controlToken }

  for (const [program, options] of [
    [process.execPath, [bin, ...args, '--quiet']],
    [proxy, proxyArgs],
  ] as const) {
    const child = spawn(program, options, { cwd, env, stdio: 'ignore' })

    onTestFinished(() => void child.kill('SIGKILL'))
  }
}

/** The command of the page, which accepts the address of this machine anyway. */
function command(): string {
  return (
    blocksOf(page)
      .find((each) => each.heading === heading)
      ?.code.trim() ?? ''
  )
}
