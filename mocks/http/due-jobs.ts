import type { Data } from '../model/tables.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Reply } from './replies/reply.ts'

/** Completes due jobs before a request is handled, since a sandbox has no timers. */
export function afterDueJobs(
  sandbox: Sandbox,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (sandbox.data.scheduledJobs.size === 0) return operate()

  const now = sandbox.clock.timestamp()

  if (!hasDueJobs(sandbox.data, now)) return operate()

  return completeJobs(sandbox, now).then(operate)
}

async function completeJobs(sandbox: Sandbox, now: string): Promise<void> {
  const { completeDueJobs } = await import('../model/jobs/fetch-job.ts')

  await sandbox.change((draft) =>
    completeDueJobs(draft, { now, newIdentifier: () => sandbox.random.identifier() }),
  )
}

function hasDueJobs(data: Data, now: string): boolean {
  return Array.from(data.scheduledJobs.all()).some(({ dueAt }) => dueAt <= now)
}
