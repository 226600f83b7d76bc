import { blocksOf, pagesWithBlocks, type Block } from './blocks.ts'

/** Languages of blocks that are not run: output, responses, settings of other programs, workflows. */
const notRun = new Set(['text', 'json', 'nginx', 'yaml'])

/**
 * What runs the blocks that pages.ts does not run, by `page: heading`: a project of scripts/projects/table.ts, or a file that
 * checks them.
 */
export const blockRunners: Readonly<Record<string, string>> = {
  'README.md: entity-sandbox': '.github/workflows/ci.yml',
  'README.md: Point an application at it': 'snippets',
  'README.md: In code': 'script',
  'docs/browser.md: One line in your application': 'page',
  'docs/browser.md: Handlers of your own': 'page',
  'docs/browser.md: Vite, without a line of code': 'vite',
  'docs/tutorial.md: From msw': 'snippets',
  'docs/sharing.md: In a container': '.github/workflows/ci.yml',
  'docs/cookbook.md: Change an entity that others change too': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Read page by page': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Try again': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Show a change before it is saved': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Show that something is loading': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Upload a file': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Sign in, and again when the token has expired': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Several users': 'scripts/docs/cookbook.test.ts',
  'docs/cookbook.md: Learn of changes': 'scripts/docs/cookbook.test.ts',
  'docs/existing-clients.md: The typed client': 'snippets',
  'docs/existing-clients.md: A client by another generator': 'examples/generated-client/clients.test.ts',
  'docs/sharing.md: One server for several people': 'mocks/doors/node/commands/behind-proxy.test.ts',
  'docs/sharing.md: Several servers': 'mocks/doors/node/replicas/replicas.test.ts',
  'docs/existing-clients.md: Commands and scripts': 'snippets',
  'docs/controls.md: Hold and release': 'e2e/fixture.spec.ts',
  'docs/browser.md: Next, Hono, Bun, Deno and workers': 'snippets',
  'docs/browser.md: Next': 'next',
  'docs/browser.md: Hono': 'hono',
  'docs/browser.md: Bun': 'bun',
  'docs/browser.md: Deno': 'deno',
  'docs/browser.md: Workers': 'scripts/check-worker.ts',
  'docs/sharing.md: Beyond this machine': 'mocks/doors/node/safety.test.ts',
  'docs/sandboxes.md: On disk': 'snippets',
  'docs/controls.md: Your own scenario': 'snippets',
  'docs/testing.md: Sandboxes in tests': 'vitest',
  'docs/testing.md: Playwright': 'playwright',
  'docs/testing.md: An application whose own server calls the API': 'ssr',
  'docs/testing.md: Vitest, Jest, node:test': 'vitest',
  'docs/testing.md: Jest': 'jest-jsdom',
  'docs/testing.md: Storybook': 'storybook',
  'docs/browser.md: The panel': 'e2e/panel.spec.ts',
  'docs/testing.md: A report of the run': 'mocks/doors/report/report.test.ts',
  'docs/testing.md: What a sandbox can do': 'mocks/doors/vitest/testing-docs.test.ts',
  'docs/testing.md: Collections': 'mocks/doors/vitest/testing-docs.test.ts',
  'docs/testing.md: Typed by your definitions': 'typed',
  'docs/webhooks.md: Webhooks and triggers': 'snippets',
}

/** Commands that pages.ts does not run: they need another machine, a container, a store or this repository. */
const commandsRunElsewhere = new Set([
  'README.md: entity-sandbox',
  'docs/sharing.md: In a container',
  'docs/existing-clients.md: A client by another generator',
  'docs/sharing.md: One server for several people',
  'docs/sharing.md: Several servers',
  'docs/sharing.md: Beyond this machine',
  'docs/testing.md: Sandboxes in tests',
])

export function placeOf({ page, heading }: Block): string {
  return `${page}: ${heading}`
}

/** Whether pages.ts runs a block: it contains shell commands. */
export function isPageCommand(block: Block): boolean {
  return block.language === 'sh' && !commandsRunElsewhere.has(placeOf(block))
}

export function mustBeRun({ language }: Block): boolean {
  return !notRun.has(language)
}

/** Run from an empty folder, with the files that it tells readers to write. */
export const tutorial = 'docs/tutorial.md'

export const pagesWithCommands = pagesWithBlocks.filter((page) => blocksOf(page).some(isPageCommand))
