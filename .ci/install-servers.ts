import { isInstalled } from '../mocks/testing/redis-server.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

const servers = ['redis-server', 'haproxy']

/**
 * Finds the store and the proxy that shared sandboxes are tried with, or installs them. Where they can't be had, what
 * needs them is skipped, which this says.
 */
export async function ensureServers(): Promise<undefined> {
  if (missing().length > 0 && hasDebianPackages()) await installDebianPackages(missing().join(' '))
  for (const name of missing()) {
    console.log(`This machine has no ${name}: shared sandboxes are not tried with it, and do not count.`)
  }
}

function missing(): string[] {
  return servers.filter((name) => !isInstalled(name))
}
