/** The browser door: the sandbox in a tab. */
export { startSandbox, type BrowserSandbox, type StartOptions, type Transport } from './start-sandbox.ts'
