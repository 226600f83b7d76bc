import { test as base } from 'entity-sandbox/playwright'

/**
 * Playwright's `test` without a sandbox, for tests that start their own. They run in the workers of the other tests: a
 * test with other fixtures of the worker would stop it and start another one, which takes seconds.
 */
export const test = base.extend({
  sandbox: ({ browserName: _ }, use) => use(undefined as never), // these tests do not use it
})

export { expect } from 'entity-sandbox/playwright'
