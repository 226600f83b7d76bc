import { z } from 'zod'
import { defaultSandboxId } from '../../sandbox/sandbox-id.ts'
import type { CliCommand } from '../command-line/option.ts'
import { Remote, remoteOptions } from './remote.ts'

const Forked = z.object({ id: z.string(), base: z.object({ href: z.string() }) })

export const fork: CliCommand = {
  name: 'fork',
  forms: { 'fork [id] [options]': 'create a sandbox as a copy of another one' },
  options: remoteOptions,
  async run(argv) {
    const remote = new Remote(argv, remoteOptions, 1)
    const [id] = remote.arguments.positionals
    const from = encodeURIComponent(remote.sandbox ?? defaultSandboxId)
    const body = await remote.sendControl('POST', `/sandboxes/${from}/fork`, id === undefined ? {} : { id })
    const forked = Forked.parse(body)

    process.stdout.write(`The sandbox "${forked.id}" is at ${forked.base.href}\n`)

    return 0
  },
}
