import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { access, constants } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import type { SandboxConfig } from '../../../local/config.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { version } from '../../../data/model/shared/version.ts'
import { reachableHost, urlOf } from '../addresses.ts'
import { checkFolder } from '../persistence/persist.ts'
import { rejectUnopenable } from '../persistence/folder.ts'
import { Connection } from '../replicas/connection.ts'
import { readArguments } from '../command-line/arguments.ts'
import type { CliCommand } from '../command-line/option.ts'
import { throwDescribed } from './throw-described.ts'
import { firstPort } from './open-server.ts'
import { isSandboxAt } from './remote.ts'
import { readSettings } from '../command-line/settings.ts'
import { serverOptions } from './start.ts'

export const doctor: CliCommand = {
  name: 'doctor',
  forms: { 'doctor [options]': 'check machine, settings, data, folder or store, and port for problems' },
  options: serverOptions,
  async run(argv) {
    const settings = readSettings(process.cwd(), readArguments(argv, serverOptions, 0))
    const all = [
      await finding('machine', machine),
      await finding('settings', async () => {
        return (await settings).file ?? 'from the command line: this folder has no sandbox.config.*'
      }),
    ]

    if (all.at(-1)?.isOk) {
      const { config } = await settings
      const { store: address } = config
      const storage = address === undefined ? { folder } : { store: () => store(address) }

      for (const [name, check] of Object.entries({ data, ...storage, port })) {
        all.push(await finding(name, () => check(config)))
      }
    }

    for (const { name, isOk, text } of all) {
      process.stdout.write(`${isOk ? 'ok   ' : 'error'} ${name.padEnd(8)} ${text}\n`)
    }

    return all.every(({ isOk }) => isOk) ? 0 : 1
  },
}

/** The finding of a check, or its failure. */
async function finding(name: string, check: () => Promise<string> | string) {
  try {
    return { name, isOk: true, text: await check() }
  } catch (error) {
    return { name, isOk: false, text: messageOf(error) }
  }
}

function machine(): string {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const about = `entity-sandbox ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`

  if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
    throw new Error(`${about}: Node 20.19, 22.12 or later is needed.`)
  }

  return about
}

async function data(config: SandboxConfig): Promise<string> {
  const { definitions, data: given } = config
  const files = [definitions, given].filter((file) => typeof file === 'string')

  // Generated entities are not needed to validate definitions and data.
  await buildSandbox({ ...config, entities: 0 }).catch((error: unknown) => throwDescribed(error, config))

  return files.join(' and ') || 'built-in'
}

async function folder(config: SandboxConfig): Promise<string> {
  const { persist } = config

  if (persist === undefined) return 'none: nothing is saved without --persist'
  if (statSync(persist, { throwIfNoEntry: false })?.isDirectory()) await rejectUnopenable(persist)
  if (existsSync(join(persist, 'level'))) {
    return `sandboxes in ${persist}: ${await checkFolder(persist, config)}`
  }

  const parent = nearestExisting(resolve(persist))

  if (!statSync(parent).isDirectory()) throw new Error(`${persist} can't be created: ${parent} is a file.`)
  await access(parent, constants.W_OK).catch(() => {
    throw new Error(`${persist} can't be created: ${parent} is not writable.`)
  })

  return `${persist} will be created`
}

async function store(address: string): Promise<string> {
  const connection = await Connection.open(address, () => undefined)

  await connection.close()

  return `${new URL(address).host} responds`
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path))
}

async function port({ port: wanted, host, https }: SandboxConfig): Promise<string> {
  if (wanted === 'auto') return `the next free one from ${firstPort}`

  const server = createServer()

  try {
    await once(server.listen(wanted, host), 'listening')

    return `${wanted} is free`
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE')) throw error

    const url = urlOf(https ? 'https' : 'http', reachableHost(host), wanted)
    const occupant = (await isSandboxAt(url)) ? 'a sandbox' : 'another program'

    throw new Error(
      `${wanted} is in use by ${occupant}. Stop it, or choose another: --port ${wanted + 1}, or --port auto.`,
      { cause: error },
    )
  } finally {
    server.close()
  }
}
