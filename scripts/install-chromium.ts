import { findChromium } from './chromium.ts'
import { command } from './command.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

/**
 * Finds the browser for the tests or installs one, and sets `CHROMIUM` to its path for later steps.
 *
 * @returns the problem if there is no browser
 */
export async function ensureChromium(): Promise<string | undefined> {
  if (setBrowser('Found')) return undefined

  console.log("No Chromium or Chrome on this machine: trying Playwright's own download.")
  const download = await command('playwright install chromium', 120)
  if (setBrowser('Downloaded')) return undefined
  console.log(
    `Playwright's browser does not start (its download ${download ?? 'succeeded, a library is missing'}).`,
  )

  if (!hasDebianPackages()) {
    return 'install Chromium or Chrome, or name one in the variable CHROMIUM'
  }

  console.log("Trying Debian's packages of Chromium.")
  const install = await installDebianPackages(
    'fonts-liberation chromium-headless-shell',
    'fonts-liberation chromium',
  )
  return setBrowser('Installed')
    ? undefined
    : `apt-get installed no Chromium (${install ?? 'it does not start'})`
}

function setBrowser(origin: string): boolean {
  const path = findChromium()
  if (!path) return false

  process.env['CHROMIUM'] = path
  console.log(`${origin} ${path}.`)
  return true
}
