import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOfView } from '../../lib/place.ts'
import type { Answers } from '../../service/answers.ts'
import { ask } from '../../service/client.ts'
import { overview, snapshots } from '../../service/sandbox.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useControl } from './use-control.ts'

/** Takes snapshots, and begins sandboxes with what another one holds now. */
export function useSnapshots() {
  const control = useControl()
  const queries = useQueryClient()
  const { sandbox = 'default' } = useQuery(overview).data ?? {}

  const take = async (given: string) => {
    const taken = await queries.fetchQuery(snapshots)
    const name = given || `snapshot-${taken.length + 1}`

    control.run(['POST', 'snapshots', { name }], `Took the snapshot ${name}.`, [
      'DELETE',
      pathOfSnapshot(name),
    ])
  }

  const fork = async (origin = sandbox) => {
    try {
      const begun = await ask<Answers['fork']>({
        method: 'POST',
        path: `/__sandbox/sandboxes/${encodeURIComponent(origin)}/fork`,
        body: {},
      })

      toast(`Forked ${origin} as ${begun.id}.`, {
        label: 'Open',
        run: () => location.assign(addressOfView(`/entities?sandbox=${begun.id}`)),
      })
    } catch (error) {
      toastFailure(error)
    }
    await queries.invalidateQueries()
  }

  return { take: (name: string) => void take(name).catch(toastFailure), fork, isPending: control.isPending }
}

/** Below `/__sandbox/`. */
export function pathOfSnapshot(name: string): string {
  return `snapshots/${encodeURIComponent(name)}`
}
