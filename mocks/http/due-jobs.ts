import { completeDueJobs, hasDueJobs } from '../model/jobs/fetch-job.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Reply } from './replies/reply.ts'

/** Ends the jobs whose time has come before anybody looks: a sandbox has no timers. */
export function whenJobsAreDone(
  sandbox: Sandbox,
  answer: () => Reply | Promise<Reply>,
): Reply | Promise<Reply> {
  if (sandbox.data.scheduledJobs.size === 0) return answer()

  const now = sandbox.clock.timestamp()

  if (!hasDueJobs(sandbox.data, now)) return answer()

  return sandbox
    .change((draft) => completeDueJobs(draft, { now, newIdentifier: () => sandbox.random.text(22) }))
    .then(answer)
}
