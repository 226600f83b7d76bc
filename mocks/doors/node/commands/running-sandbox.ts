/** Commands that change or read a running sandbox: `snapshot`, `fork`, `reset`, `export`. */
import { z } from 'zod'
import { suggestion } from '../../../data/model/shared/suggestion.ts'
import { readArguments } from '../command-line/arguments.ts'
import { type CliCommand, option, UsageError } from '../command-line/option.ts'
import { writeOutputFile } from '../command-line/output.ts'
import { thousands } from '../command-line/output.ts'
import { Remote, remoteOptions } from './remote.ts'
import { defaultSandboxId } from '../../../sandbox/sandbox-id.ts'

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
    const { positionals, options } = readArguments(argv, remoteOptions, 2)
    const remote = new Remote(options)
    const [action = '', name] = positionals
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

const Forked = z.object({ id: z.string(), base: z.object({ href: z.string() }) })

export const fork: CliCommand = {
  name: 'fork',
  forms: { 'fork [id] [options]': 'create a sandbox as a copy of another one' },
  options: remoteOptions,
  async run(argv) {
    const { positionals, options } = readArguments(argv, remoteOptions, 1)
    const remote = new Remote(options)
    const [id] = positionals
    const from = encodeURIComponent(remote.sandbox ?? defaultSandboxId)
    const body = await remote.sendControl('POST', `/sandboxes/${from}/fork`, id === undefined ? {} : { id })
    const forked = Forked.parse(body)

    process.stdout.write(`The sandbox "${forked.id}" is at ${forked.base.href}\n`)

    return 0
  },
}

const resetOptions = [
  ...remoteOptions,
  option('seed', { value: '<integer>', isNumber: true, help: 'generate the data of another seed' }),
]

export const resetCommand: CliCommand = {
  name: 'reset',
  forms: {
    'reset [options]': 'reset a running sandbox to its baseline: the initial or imported data',
  },
  options: resetOptions,
  async run(argv) {
    const { options } = readArguments(argv, resetOptions, 0)
    const { seed } = options

    await new Remote(options).sendControl('POST', '/reset', seed === undefined ? {} : { seed })
    process.stdout.write('The sandbox was reset.\n')

    return 0
  },
}

export const exportCommand: CliCommand = {
  name: 'export',
  forms: { 'export [file] [options]': 'export the data of a running sandbox, to stdout if no file is given' },
  options: remoteOptions,
  async run(argv) {
    const { positionals, options } = readArguments(argv, remoteOptions, 1)
    const [file] = positionals
    const response = await new Remote(options).fetchControl('GET', '/export')
    const bytes = new Uint8Array(await response.arrayBuffer())

    if (file === undefined) {
      process.stdout.write(bytes)

      return 0
    }

    await writeOutputFile(file, bytes)
    process.stdout.write(`Saved in ${file}, ${thousands(bytes.length)} bytes.\n`)

    return 0
  },
}
