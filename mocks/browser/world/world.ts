import { createSandbox, type SandboxOptions } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import { checked } from '../../model/shared/checked.ts'
import { loggedSandbox } from '../../persistence/log-recorder.ts'
import { freshSandboxes, recordIn, restore, type RestoredSandboxes } from '../../persistence/restored.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { resumeJournals, journalHandover } from '../../persistence/journal-handover.ts'
import { LoggedWorld, LogEntry } from '../../persistence/sandbox-log.ts'
import { reasonOf } from '../reason.ts'
import { BrowserLog } from './browser-log.ts'
import { provideRandomUuid } from './random-uuid.ts'
import { shareWorld, type World } from './shared-world.ts'
import { worldName } from './world-name.ts'

/**
 * Opens the world that a page asks for: its own, which goes with it, or the one that is kept in the browser and shared
 * by all its tabs.
 */
export async function openWorld(options: SandboxOptions, persist: boolean): Promise<World> {
  provideRandomUuid()
  if (!persist) return worldOf(new Sandboxes(await createSandbox(options)))

  const name = worldName(options)

  return shareWorld(name, async () => openKept(name, await createSandbox(options)))
}

/**
 * Opens the world of a name as it was kept.
 *
 * @param begun how it began, which options and seed say again every time
 */
async function openKept(name: string, begun: Sandbox): Promise<World> {
  const log = new BrowserLog(name, () => begun.clock.machineNow())

  try {
    const { entries, journals } = await log.read()
    const restored = await restoreFrom(entries, begun).catch((error: unknown) => {
      console.error(
        `[entity-sandbox] What this browser has kept can't be read (${reasonOf(error)}), so it begins anew.`,
      )
      log.discard()

      return undefined
    })

    const kept = restored ?? freshSandboxes(begun)

    resumeJournals([kept.main, ...kept.others], journals)

    return worldOf(recordIn(log, kept, {}), log)
  } catch (error) {
    console.info(
      `[entity-sandbox] Changes go with this page: the browser can't keep them (${reasonOf(error)}).`,
    )

    return worldOf(new Sandboxes(begun))
  }
}

async function restoreFrom(
  entries: readonly unknown[],
  begun: Sandbox,
): Promise<RestoredSandboxes | undefined> {
  if (entries.length === 0) return undefined

  const world = new LoggedWorld(loggedSandbox(begun))

  for (const entry of entries) await world.apply(checked(LogEntry, entry))

  return restore(world, begun)
}

function worldOf(sandboxes: Sandboxes, log?: BrowserLog): World {
  const service = createService(sandboxes)
  const leave = () => log?.leave(sandboxes.list().map(({ sandbox }) => journalHandover(sandbox)))

  if (log) addEventListener('pagehide', leave)

  return {
    answer(request) {
      const reply = service.handle(request)

      if (!log || request.method === 'GET' || request.method === 'HEAD') return reply

      // As with a server, a change that was answered is there after a reload.
      return Promise.resolve(reply).then((answer) => log.written().then(() => answer))
    },
    close() {
      removeEventListener('pagehide', leave)
      leave()
      log?.close()
    },
  }
}
