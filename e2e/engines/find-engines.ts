import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import type { Engine } from './webdriver.ts'

export const engineNames = ['firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** A function that starts an engine; undefined if this machine does not have it. */
export function findEngine(name: EngineName): (() => Promise<Engine>) | undefined {
  if (name === 'firefox') {
    const firefox = process.env['FIREFOX'] ?? onPath('firefox-esr', 'firefox')

    return firefox === undefined ? undefined : () => startFirefox(firefox)
  }

  const driver = onPath('WebKitWebDriver')
  const browser = miniBrowsers.find(isExecutable)

  return driver && browser && onPath('xvfb-run') ? () => startWebKit(driver, browser) : undefined
}

const miniBrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['4.1', '6.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
)

function onPath(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)

  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)

    return true
  } catch {
    return false
  }
}
