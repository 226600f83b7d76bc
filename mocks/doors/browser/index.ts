/** The browser door: the sandbox in a tab. */
export { connect } from '../../client/remote-connection.ts'
export type { ConnectOptions } from '../../client/remote-connection.ts'
export type { SandboxClient as Sandbox } from '../../client/sandbox-client.ts'
export type { BrowserSandbox, Transport } from './browser-sandbox.ts'
export { startSandbox, type StartOptions } from './start-sandbox.ts'
