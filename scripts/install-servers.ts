import { isInstalled } from '../mocks/testing/redis-server.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

const servers = ['redis-server', 'haproxy']

/**
 * Installs the store and the proxy that tests of shared sandboxes need. Prints that these tests are skipped if that is
 * not possible.
 */
export async function ensureServers(): Promise<undefined> {
  if (missing().length > 0 && hasDebianPackages()) await installDebianPackages(missing().join(' '))
  for (const name of missing()) {
    console.log(`This machine has no ${name}: the tests of shared sandboxes that need it are skipped.`)
  }
}

function missing(): string[] {
  return servers.filter((name) => !isInstalled(name))
}
