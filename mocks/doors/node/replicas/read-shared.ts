import { setTimeout as wait } from 'node:timers/promises'
import { readInitialState } from '../../../sandbox/persistence/restored.ts'
import type { SandboxState } from '../../../sandbox/state/sandbox-state.ts'
import type { RedisStorage } from './redis-storage.ts'
import { OwnedElsewhere, SharedStoreDown } from './shared-store-error.ts'

/** Reads an initial state, once no other replica is writing it. */
export async function readShared(storage: RedisStorage, name: string): Promise<SandboxState> {
  const state = await whenFree(() => readInitialState(storage, {}, name))

  await storage.leases.release(name)
  if (!state) throw new Error(`the store lacks the initial state ${name} of some of its sandboxes`)

  return state
}

/**
 * Repeats work while another replica owns the log.
 *
 * @param end until when to repeat it while the store is down, by `performance.now()`
 */
export async function whenFree<R>(work: () => Promise<R>, end = 0): Promise<R> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      const isTemporary =
        error instanceof OwnedElsewhere || (error instanceof SharedStoreDown && performance.now() < end)

      if (!isTemporary) throw error
      await wait(100)
    }
  }
}
