import type { SandboxMatchers } from '../vitest/matchers.ts'

// Merging with Jest's interface requires its type parameters.

declare global {
  namespace jest {
    // oxlint-disable-next-line no-unused-vars
    interface Matchers<R, T = {}> extends SandboxMatchers {}
  }
}
