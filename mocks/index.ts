/** The sandbox and its handlers, for Node and browsers. Doors have their own entry points. */
export { connect } from './client/remote-connection.ts'
export type { ConnectOptions } from './client/remote-connection.ts'
export type { SandboxClient as Sandbox } from './client/sandbox-client.ts'
export { defineSandbox, type SandboxConfig, type SandboxOptions } from './local/config.ts'
export type { CreateSandboxOptions } from './local/build-sandbox.ts'
export { createLocalSandbox as createSandbox, type LocalSandbox } from './local/local-sandbox.ts'
export type { Command, CommandContext } from './sandbox/sandbox-settings.ts'
export { defineScenario, type Scenario } from './sandbox/scenarios/scenario.ts'
