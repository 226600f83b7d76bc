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
    const controlToken = 'not-a-secret'

    for (const [program, options] of [
      [process.execPath, [bin, ...args, '--port', `${port}`, '--quiet']],
      ['haproxy', ['-q', '-f', join(folder, 'haproxy.cfg')]],
    ] as const) {
      const env = { ...environmentOf(bin), SANDBOX_CONTROL_TOKEN: controlToken }
      const child = spawn(program, options, { cwd: folder, env, stdio: 'ignore' })

      onTestFinished(() => void child.kill('SIGKILL'))
    }
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

/** The command of the page, which accepts the address of this machine anyway. */
function command(): string {
  return (
    blocksOf(page)
      .find((each) => each.heading === heading)
      ?.code.trim() ?? ''
  )
}
