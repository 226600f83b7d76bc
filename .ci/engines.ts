import { engineNames, findEngine, type EngineName } from '../e2e/engines/find-engines.ts'
import { command } from './command.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

/** Debian's packages of the engines, and of the screen that WebKit wants. */
const packages: Readonly<Record<EngineName, string>> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb xauth',
}

/** The command that tests the engines; it wants a build. */
const trial = 'npm run -s build:playground && playwright test -c e2e/engines'

/**
 * Tries the console and the service in the tab in Firefox and WebKit, as far as this machine has them or can install
 * them. One that it can't get is named, and does not count.
 */
export async function tryEngines(): Promise<string | undefined> {
  const missing = engineNames.filter((name) => !findEngine(name))

  if (missing.length > 0 && hasDebianPackages()) {
    await installDebianPackages(missing.map((name) => packages[name]).join(' '))
  }

  return tryFoundEngines()
}

/** The same in those that are here. */
export async function tryFoundEngines(): Promise<string | undefined> {
  for (const name of engineNames) {
    if (!findEngine(name)) console.log(`Not tried: this machine has no ${name} (Debian: ${packages[name]}).`)
  }

  return engineNames.some(findEngine) ? command(trial, 600) : undefined
}
