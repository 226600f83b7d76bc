import { z } from 'zod'
import { suggestion } from '../../model/shared/suggestion.ts'
import type { CliCommand } from '../command-line/option.ts'
import { Remote, remoteOptions } from './remote.ts'
import { UsageError } from '../command-line/usage-error.ts'

const SnapshotList = z.object({ items: z.array(z.object({ name: z.string() })) })

const actions: Record<string, (remote: Remote, name: string | undefined) => Promise<string>> = {
  async save(remote, name) {
    await remote.sendControl('POST', '/snapshots', { name: required(name) })

    return `Saved as "${name}".`
  },
  async restore(remote, name) {
    await remote.sendControl('POST', `/snapshots/${encodeURIComponent(required(name))}/restore`, {})

    return `Restored "${name}".`
  },
  async delete(remote, name) {
    await remote.sendControl('DELETE', `/snapshots/${encodeURIComponent(required(name))}`)

    return `Deleted "${name}".`
  },
  async list(remote, name) {
    if (name !== undefined) throw new UsageError(`snapshot list takes no name: remove '${name}'.`)

    const { items } = SnapshotList.parse(await remote.sendControl('GET', '/snapshots'))

    return items.map((snapshot) => snapshot.name).join('\n')
  },
}

export const snapshot: CliCommand = {
  name: 'snapshot',
  forms: {
    'snapshot save <name>': 'save a snapshot of a running sandbox',
    'snapshot restore <name>': 'restore a snapshot',
    'snapshot delete <name>': 'delete a snapshot',
    'snapshot list': 'list the snapshots',
  },
  options: remoteOptions,
  async run(argv) {
    const remote = new Remote(argv, remoteOptions, 2)
    const [action = '', name] = remote.arguments.positionals
    const act = Object.hasOwn(actions, action) ? actions[action] : undefined

    if (!act) {
      throw new UsageError(
        `snapshot expects save, restore, delete or list. ${suggestion(action, Object.keys(actions)) || 'See entity-sandbox help snapshot.'}`,
      )
    }
    process.stdout.write(`${await act(remote, name)}\n`)

    return 0
  },
}

function required(name: string | undefined): string {
  if (name === undefined)
    throw new UsageError('snapshot save, restore and delete need a name. See entity-sandbox help snapshot.')

  return name
}
