import type { SandboxMatchers } from './matchers.ts'

declare module 'vitest' {
  // Merging with Vitest's interface requires its type parameter.
  // oxlint-disable-next-line no-unused-vars
  interface Matchers<T> extends SandboxMatchers {}
}
