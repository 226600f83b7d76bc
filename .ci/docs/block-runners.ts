import { blocksOf, pagesWithBlocks, type Block } from './blocks.ts'

/** Languages of blocks that are not run: output, responses, other programs' settings. */
const shown = new Set(['text', 'json', 'nginx'])

/**
 * Where blocks are run that are not typed with their page, by `page: heading`. A project of .ci/projects/table.ts, or the file
 * of a check.
 */
export const runElsewhere: Readonly<Record<string, string>> = {
  'README.md: entity-sandbox': '.github/workflows/ci.yml',
  'README.md: Point an application at it': 'snippets',
  'README.md: In code': 'script',
  'docs/assistants.md: Coding assistants': '.ci/check-package.ts',
  'docs/browser.md: One line in your application': 'page',
  'docs/browser.md: Handlers of your own': 'page',
  'docs/browser.md: Vite, without a line of code': 'vite',
  'docs/browser.md: The playground': '.ci/build-site.ts',
  'docs/coming-from.md: From msw': 'snippets',
  'docs/container.md: Container': '.ci/check-container.ts',
  'docs/continuous-integration.md: Continuous integration': 'docs/continuous-integration.md',
  'docs/contract.md: The typed client': 'snippets',
  'docs/contract.md: A client by another generator': '.ci/check-generators.ts',
  'docs/deploying.md: Beyond one machine': 'mocks/node/replicas/replicas.test.ts',
  'docs/existing-clients.md: Commands': 'snippets',
  'docs/runtimes.md: In Next, Hono, Bun, Deno and workers': 'snippets',
  'docs/runtimes.md: Next': 'next',
  'docs/runtimes.md: Hono': 'hono',
  'docs/runtimes.md: Bun': 'bun',
  'docs/runtimes.md: Deno': 'deno',
  'docs/runtimes.md: Workers': '.ci/check-worker.ts',
  'docs/safety.md: Beyond this machine': 'mocks/node/safety.test.ts',
  'docs/sandboxes.md: Keeping sandboxes on disk': 'snippets',
  'docs/scenarios.md: Your own': 'snippets',
  'docs/testing.md: Sandboxes in tests': 'vitest',
  'docs/testing.md: Playwright': 'playwright',
  'docs/testing.md: An application whose own server calls the API': 'ssr',
  'docs/testing.md: Vitest, Jest, node:test': 'vitest',
  'docs/testing.md: Jest': 'jest-jsdom',
  'docs/testing.md: Storybook': 'storybook',
  'docs/testing.md: What a sandbox can do': 'mocks/vitest/testing-docs.test.ts',
  'docs/testing.md: Typed by your definitions': 'typed',
}

/** Of those that are elsewhere, commands too: they need another machine, a container, a store, or are this repository's. */
const notTyped = new Set([
  'README.md: entity-sandbox',
  'docs/browser.md: The playground',
  'docs/container.md: Container',
  'docs/contract.md: A client by another generator',
  'docs/deploying.md: Beyond one machine',
  'docs/safety.md: Beyond this machine',
  'docs/testing.md: Sandboxes in tests',
])

export function placeOf({ page, heading }: Block): string {
  return `${page}: ${heading}`
}

/** Whether a block is commands that are typed with their page. */
export function isLongEnough(block: Block): boolean {
  return block.language === 'sh' && !notTyped.has(placeOf(block))
}

/** Whether a block has to be run by something. */
export function isRun({ language }: Block): boolean {
  return !shown.has(language)
}

/** Followed from an empty folder, with the files that it has a reader write. */
export const tutorial = 'docs/tutorial.md'

export const typedPages = pagesWithBlocks.filter((page) => blocksOf(page).some(isLongEnough))
