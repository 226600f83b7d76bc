import { completeDueJobs } from '../model/jobs/fetch-job.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Reply } from './replies/reply.ts'

/** Completes due jobs before a request is handled, since a sandbox has no timers. */
export function afterDueJobs(
  sandbox: Sandbox,
  operate: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  const now = sandbox.clock.timestamp()
  const isDue = Array.from(sandbox.data.scheduledJobs.all()).some(({ dueAt }) => dueAt <= now)

  if (!isDue) return operate()

  return sandbox
    .change((draft) => completeDueJobs(draft, { now, newIdentifier: () => sandbox.random.identifier() }))
    .then(operate)
}
