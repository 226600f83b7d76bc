import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** Opens pages in a third of the time of a whole browser. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const installations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/**
 * The browser that the tests use: what `CHROMIUM` names, else a headless shell of this machine, the browser that
 * Playwright downloaded, or a Chromium or Chrome of this machine. Undefined if none starts.
 */
export function findChromium(): string | undefined {
  const named = process.env['CHROMIUM']
  if (named) return named

  return candidates().find((path) => existsSync(path) && starts(path))
}

/** How Playwright starts that browser. */
export function launchOptions(): LaunchOptions {
  const executablePath = findChromium()

  // Of what it downloaded itself, Playwright takes the headless shell only if no path is given.
  return executablePath === undefined || executablePath === chromium.executablePath()
    ? { args }
    : { args, executablePath }
}

/** Arguments by which Chromium runs as root, and leaves the network alone. */
const args: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function candidates(): string[] {
  return [...onPath(headlessShells), chromium.executablePath(), ...onPath(browsers), ...installations]
}

function onPath(commands: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)

  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

/** A downloaded browser may lack libraries of the system; Chrome on Windows does not respond to --version. */
function starts(path: string): boolean {
  if (process.platform === 'win32') return true

  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
