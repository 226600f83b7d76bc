import { createSandbox, type SandboxOptions } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Answer } from '../answer.ts'
import { KeptChanges } from './kept-changes.ts'
import { provideRandomUuid } from './random-uuid.ts'
import { shareWorld } from './shared-world.ts'
import { worldName } from './world-name.ts'

/** What answers the requests of a page. */
export interface World {
  readonly answer: Answer
  close(): void
}

/**
 * Opens the world that a page asks for: its own, which goes with it, or the one that is kept in the browser and shared
 * by all its tabs.
 */
export async function openWorld(options: SandboxOptions, persist: boolean): Promise<World> {
  provideRandomUuid()
  if (!persist) return worldOf(await createSandbox(options))

  const name = worldName(options)

  return shareWorld(name, async () => {
    const sandbox = await createSandbox(options)

    return worldOf(sandbox, await KeptChanges.open(name, sandbox).catch(notKept))
  })
}

function worldOf(sandbox: Sandbox, kept?: KeptChanges): World {
  const service = createService(sandbox)

  return {
    answer(request) {
      const reply = service.handle(request)

      if (!kept || request.method === 'GET' || request.method === 'HEAD') return reply

      // As with a server, a change that was answered is there after a reload.
      return Promise.resolve(reply).then((answer) => kept.save().then(() => answer))
    },
    close: () => kept?.close(),
  }
}

function notKept(error: unknown): undefined {
  const reason = error instanceof Error ? error.message : String(error)

  console.info(`[entity-sandbox] Changes go with this page: the browser can't keep them (${reason}).`)
}
