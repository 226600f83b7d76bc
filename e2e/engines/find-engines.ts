import { isExecutable, onPath } from '../../scripts/programs.ts'
import { startFirefox } from './firefox.ts'
import { startWebKit } from './webkit.ts'
import type { Engine } from './webdriver.ts'

export const engineNames = ['firefox', 'webkit'] as const
export type EngineName = (typeof engineNames)[number]

/** A function that starts an engine; undefined if this machine does not have it. */
export function findEngine(name: EngineName): (() => Promise<Engine>) | undefined {
  if (name === 'firefox') {
    const firefox = process.env['FIREFOX'] ?? onPath('firefox-esr', 'firefox')[0]

    return firefox === undefined ? undefined : () => startFirefox(firefox)
  }

  const [driver] = onPath('WebKitWebDriver')
  const browser = miniBrowsers.find(isExecutable)

  return driver && browser && onPath('xvfb-run').length > 0 ? () => startWebKit(driver, browser) : undefined
}

const miniBrowsers = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['4.1', '6.0'].map((version) => `/usr/lib/${machine}/webkit2gtk-${version}/MiniBrowser`),
)
