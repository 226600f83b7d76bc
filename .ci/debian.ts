import { existsSync } from 'node:fs'
import { command } from './command.ts'

/** Whether packages of Debian can be installed here. */
export function hasDebianPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs packages of Debian, or what else is given where these are not to be had; starts none of the services in them.
 * Returns what went wrong.
 */
export function installDebianPackages(packages: string, orElse?: string): Promise<string | undefined> {
  const script = [
    'export DEBIAN_FRONTEND=noninteractive',
    'apt-get update -q -o Acquire::http::Timeout=20 -o Acquire::Retries=1',
    orElse === undefined ? install(packages) : `{ ${install(packages)} || ${install(orElse)}; }`,
  ]

  return command(script.join(' && '), 240)
}

function install(names: string): string {
  return `RUNLEVEL=1 apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=60 ${names}`
}
