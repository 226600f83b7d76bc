import { existsSync } from 'node:fs'
import { command } from './command.ts'

/** Whether Debian packages can be installed on this machine. */
export function hasDebianPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/**
 * Installs Debian packages, or the alternative if these are not available, without starting their services.
 *
 * @returns the problem, if it failed
 */
export function installDebianPackages(packages: string, alternative?: string): Promise<string | undefined> {
  const script = [
    'export DEBIAN_FRONTEND=noninteractive',
    'apt-get update -q -o Acquire::http::Timeout=20 -o Acquire::Retries=1',
    alternative === undefined ? install(packages) : `{ ${install(packages)} || ${install(alternative)}; }`,
  ]

  return command(script.join(' && '), 240)
}

function install(names: string): string {
  return `RUNLEVEL=1 apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=60 ${names}`
}
