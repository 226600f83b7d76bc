import { engineNames, findEngine, type EngineName } from '../e2e/engines/find-engines.ts'
import { command } from './command.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

/** Debian's packages of the engines, and of the display that WebKit needs. */
const packages: Readonly<Record<EngineName, string>> = {
  firefox: 'firefox-esr',
  webkit: 'webkit2gtk-driver xvfb xauth',
}

/** The command that tests the engines; it needs a build. */
const engineTests = 'npm run -s build:playground && playwright test -c e2e/engines'

/**
 * Tests the console, and the service in a page, in Firefox and WebKit, installing them if possible. Prints which ones are
 * skipped because they can't be installed.
 */
export async function testEngines(): Promise<string | undefined> {
  const missing = engineNames.filter((name) => !findEngine(name))

  if (missing.length > 0 && hasDebianPackages()) {
    await installDebianPackages(missing.map((name) => packages[name]).join(' '))
  }

  return testInstalledEngines()
}

/** The same in the engines that are already installed. */
export async function testInstalledEngines(): Promise<string | undefined> {
  for (const name of engineNames) {
    if (!findEngine(name)) console.log(`Skipped: this machine has no ${name} (Debian: ${packages[name]}).`)
  }

  return engineNames.some(findEngine) ? command(engineTests, 600) : undefined
}
