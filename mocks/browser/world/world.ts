import { createSandbox, type SandboxOptions } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import { checked } from '../../model/shared/checked.ts'
import { keptOf } from '../../persistence/log-recorder.ts'
import { newlyBegun, recordIn, revive, type Revived } from '../../persistence/restored.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { resumeTraffic, trafficOf } from '../../persistence/journal-handover.ts'
import { KeptWorld, LogEntry } from '../../persistence/sandbox-log.ts'
import type { Answer } from '../answer.ts'
import { reasonOf } from '../reason.ts'
import { BrowserLog } from './browser-log.ts'
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
    const { entries, traffic } = await log.read()
    const revived = await reviveFrom(entries, begun).catch((error: unknown) => {
      console.error(
        `[entity-sandbox] What this browser has kept can't be read (${reasonOf(error)}), so it begins anew.`,
      )
      log.discard()

      return undefined
    })

    const kept = revived ?? newlyBegun(begun)

    resumeTraffic([kept.main, ...kept.others], traffic)

    return worldOf(recordIn(log, kept, {}), log)
  } catch (error) {
    console.info(
      `[entity-sandbox] Changes go with this page: the browser can't keep them (${reasonOf(error)}).`,
    )

    return worldOf(new Sandboxes(begun))
  }
}

async function reviveFrom(entries: readonly unknown[], begun: Sandbox): Promise<Revived | undefined> {
  if (entries.length === 0) return undefined

  const world = new KeptWorld(keptOf(begun))

  for (const entry of entries) await world.apply(checked(LogEntry, entry))

  return revive(world, begun)
}

function worldOf(sandboxes: Sandboxes, log?: BrowserLog): World {
  const service = createService(sandboxes)
  const leave = () => log?.leave(sandboxes.list().map(({ sandbox }) => trafficOf(sandbox)))

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
