import type { SandboxMatchers } from './matchers.ts'

declare module 'vitest' {
  // The type parameter is Vitest's; it has to be there for the two to be one.
  // oxlint-disable-next-line no-unused-vars
  interface Matchers<T> extends SandboxMatchers {}
}
