import { findChromium } from './chromium.ts'
import { command } from './command.ts'
import { hasDebianPackages, installDebianPackages } from './debian.ts'

/**
 * Finds the browser for the tests or installs one, and names it in `CHROMIUM` for the steps that follow.
 * Returns what went wrong, if there is no browser in the end.
 */
export async function ensureChromium(): Promise<string | undefined> {
  if (use('Found')) return undefined

  console.log("No Chromium or Chrome on this machine: trying Playwright's own download.")
  const download = await command('playwright install chromium', 120)
  if (use('Downloaded')) return undefined
  console.log(`Playwright's download gave no browser that starts (${download ?? 'a library is missing'}).`)

  if (!hasDebianPackages()) {
    return 'install Chromium or Chrome, or name one in the variable CHROMIUM'
  }

  console.log("Trying Debian's packages of Chromium.")
  const install = await installDebianPackages(
    'fonts-liberation chromium-headless-shell',
    'fonts-liberation chromium',
  )
  return use('Installed') ? undefined : `apt-get brought no Chromium (${install ?? 'it does not start'})`
}

function use(how: string): boolean {
  const path = findChromium()
  if (!path) return false

  process.env['CHROMIUM'] = path
  console.log(`${how} ${path}.`)
  return true
}
