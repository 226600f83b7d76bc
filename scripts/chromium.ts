import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from '@playwright/test'
import { onPath } from './programs.ts'

/** They open pages in a third of the time of a full browser. */
const headlessShells = ['chromium-headless-shell', 'chrome-headless-shell']

const browsers = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

const installations = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
]

/**
 * The path of the browser that the tests use: the value of `CHROMIUM`, else a headless shell of this machine, the
 * browser that Playwright downloaded, or a Chromium or Chrome of this machine. Undefined if none starts.
 */
export function findChromium(): string | undefined {
  const configured = process.env['CHROMIUM']
  if (configured) return configured

  return candidates().find((path) => existsSync(path) && starts(path))
}

/** Playwright's options to start that browser. */
export function launchOptions(): LaunchOptions {
  const executablePath = findChromium()

  // Without a path, Playwright uses the headless shell that it downloaded.
  return executablePath === undefined || executablePath === chromium.executablePath()
    ? { args }
    : { args, executablePath }
}

/** Arguments that let Chromium run as root, and turn off its background requests. */
const args: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

function candidates(): string[] {
  return [...onPath(...headlessShells), chromium.executablePath(), ...onPath(...browsers), ...installations]
}

/** A downloaded browser may lack system libraries; Chrome on Windows ignores --version. */
function starts(path: string): boolean {
  if (process.platform === 'win32') return true

  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 })
    return true
  } catch {
    return false
  }
}
