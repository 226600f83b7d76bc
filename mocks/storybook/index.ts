/** Sandboxes for stories, in whatever framework they are written. It takes nothing but this package. */
export { withMatchers, type SandboxExpect } from '../vitest/matchers.ts'
export { storySandboxes, sandboxOf, type SandboxAnnotations, type StoryOptions } from './story-sandboxes.ts'
export type { BrowserSandbox } from '../browser/browser-sandbox.ts'
export type { SandboxClient as Sandbox } from '../client/sandbox-client.ts'
