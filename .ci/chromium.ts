import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const installations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/**
 * The browser that the tests use: what `CHROMIUM` names, else a Chromium or Chrome of this machine, else the
 * one Playwright downloaded. Undefined when there is none that starts.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return named

  return candidates().find((path) => existsSync(path) && starts(path))
}

/** What Chromium needs to run as root, and to leave the network alone. */
export const chromiumArgs: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function candidates(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = commands.flatMap((command) => folders.map((folder) => join(folder, command)))

  return [...onPath, ...installations, chromium.executablePath()]
}

/** A downloaded browser may lack libraries of the system; Chrome on Windows does not answer --version. */
function starts(path: string): boolean {
  if (process.platform === 'win32') return true

  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
