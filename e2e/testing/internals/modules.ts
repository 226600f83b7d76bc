/** What the Playwright fixtures of the package are made of, for tests of what fails a user's test. */
export { openInProcess, openOnServer } from '../../../mocks/doors/playwright/open.ts'
export { problemsAtEnd } from '../../../mocks/doors/testkit/received.ts'
export { SeededSandboxes } from '../../../mocks/doors/testkit/seeded-sandboxes.ts'
