/** The sandbox and its handlers, for Node and browsers. Doors have entry points of their own. */
export { defineSandbox, type SandboxConfig, type SandboxOptions } from './config.ts'
export { createHandlers } from './create-handlers.ts'
export { createSandbox, type CreateSandboxOptions } from './create-sandbox.ts'
export type { Command, CommandContext } from './sandbox/command.ts'
export { defineScenario, type Scenario } from './sandbox/scenarios/scenario.ts'
export type { Sandbox } from './sandbox/sandbox.ts'
