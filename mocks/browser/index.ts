/** The browser door: the sandbox in a tab. */
export type { BrowserSandbox, Transport } from './browser-sandbox.ts'
export { startSandbox, type StartOptions } from './start-sandbox.ts'
