import type { SandboxMatchers } from '../vitest/matchers.ts'

// The type parameters are Jest's; they have to be there for the declarations to be one.

declare global {
  namespace jest {
    // oxlint-disable-next-line no-unused-vars
    interface Matchers<R, T = {}> extends SandboxMatchers {}
  }
}
