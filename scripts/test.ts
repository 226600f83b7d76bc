/** `npm test`: runs every check, step by step. `npm test -- lint unit` runs only these steps. */
import { findChromium } from './chromium.ts'
import { command } from './command.ts'
import { testInstalledEngines } from './engines.ts'
import { ensureChromium } from './install-chromium.ts'
import { ensureServers } from './install-servers.ts'
import { runSteps } from './steps.ts'

const { failed } = await runSteps([
  { name: 'browser', run: ensureChromium },
  { name: 'servers', run: ensureServers },
  { name: 'format', run: 'oxfmt --check' },
  { name: 'lint', run: 'oxlint --type-aware', limit: 240 },
  { name: 'types', run: 'tsc --singleThreaded', isParallel: true },
  // Packing builds the package if its source has changed, as publishing does; the later steps use that build.
  { name: 'package', run: 'npm run -s package', limit: 240 },
  { name: 'unit', run: 'vitest run', limit: 900, report: 'vitest.json', isParallel: true },
  {
    name: 'e2e',
    // Without Chromium, at least the console and the service in a page are tested, in another engine.
    run: () =>
      findChromium() === undefined ? testInstalledEngines() : command('playwright test -c e2e', 900),
    report: 'playwright.json',
    needs: ['package'],
    isParallel: true,
  },
])

process.exitCode = failed === 0 ? 0 : 1
