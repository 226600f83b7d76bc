/** `npm test`: everything that is checked, step by step. `npm test -- lint unit` runs only those steps. */
import { command } from './command.ts'
import { tryFoundEngines } from './engines.ts'
import { ensureChromium } from './install-chromium.ts'
import { ensureServers } from './install-servers.ts'
import { runSteps } from './steps.ts'

const { failed } = await runSteps([
  { name: 'browser', run: ensureChromium },
  { name: 'servers', run: ensureServers },
  { name: 'format', run: 'oxfmt --check' },
  { name: 'lint', run: 'oxlint --type-aware' },
  { name: 'types', run: 'tsc', isBeside: true },
  { name: 'unused', run: 'npm run -s unused', isBeside: true },
  // Redocly and Spectral check the contract.
  { name: 'contract', run: 'npm run -s contract', isBeside: true },
  // Packing builds, as it does for whoever publishes; what follows runs that build.
  { name: 'package', run: 'npm run -s package', limit: 240, isBeside: true },
  { name: 'unit', run: 'vitest run', limit: 240, report: 'vitest.json' },
  {
    name: 'examples',
    run: 'npm run -s examples',
    limit: 180,
    needs: ['browser', 'package'],
  },
  { name: 'msw 3', run: 'npm run -s msw-3', needs: ['browser', 'package'], isBeside: true },
  // For breakage, not for time: a run of a few seconds.
  { name: 'bench', run: 'tsx bench/table.ts --smoke', needs: ['package'], isBeside: true },
  {
    name: 'e2e',
    // Where there is no Chromium, at least the console and the service in the tab, in another engine.
    run: () =>
      process.env['CHROMIUM'] === undefined ? tryFoundEngines() : command('playwright test -c e2e', 900),
    report: 'playwright.json',
    needs: ['package'],
  },
])

process.exitCode = failed === 0 ? 0 : 1
