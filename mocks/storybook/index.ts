/** Sandboxes for stories, in any framework. Imports nothing of Storybook. */
export { withMatchers, type SandboxExpect } from '../vitest/matchers.ts'
export { storySandboxes, sandboxOf, type SandboxAnnotations, type StoryOptions } from './story-sandboxes.ts'
export type { BrowserSandbox } from '../browser/browser-sandbox.ts'
export type { SandboxClient as Sandbox } from '../client/sandbox-client.ts'
