import type { Moment } from './checkpoint.ts'
import type { Sandbox } from '../sandbox.ts'

/**
 * The moments that a sandbox holds: what it is now, what a reset goes back to, what the end of a scenario goes back to,
 * and its snapshots by name.
 */
export type Slot = 'current' | 'first' | 'before' | `snapshot ${string}`

/**
 * Is told of everything in sandboxes that should outlive them, before it takes effect. By throwing, it refuses it.
 */
export interface Recorder {
  /** A sandbox begins with what another one holds, or with the data that the default one began with. */
  open(sandbox: Sandbox, from: Sandbox | undefined): void
  close(sandbox: Sandbox): void
  set(sandbox: Sandbox, slot: Slot, moment: Moment): void
  drop(sandbox: Sandbox, slot: Slot): void
  /** What is so beside the data has changed. */
  situate(sandbox: Sandbox): void
}
