import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOfPage } from '../../lib/addresses.ts'
import { client } from '../../service/client.ts'
import { overviewQuery, snapshotsQuery } from '../../service/sandbox.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useControl } from './use-control.ts'

/** Takes snapshots, and forks sandboxes. */
export function useSnapshots() {
  const control = useControl()
  const queryClient = useQueryClient()
  const { sandbox = 'default' } = useQuery(overviewQuery).data ?? {}

  const take = async (given: string): Promise<boolean> => {
    const taken = await queryClient.fetchQuery(snapshotsQuery)
    const name = given || `snapshot-${taken.length + 1}`

    return control.attempt(
      () => client.POST('/__sandbox/snapshots', { body: { name } }),
      `Took the snapshot ${name}.`,
      () => client.DELETE('/__sandbox/snapshots/{name}', { path: { name } }),
    )
  }

  const fork = async (origin = sandbox) => {
    try {
      const fork = await client.POST('/__sandbox/sandboxes/{id}/fork', { path: { id: origin }, body: {} })

      toast(`Forked ${origin} as ${fork.data.id}.`, {
        label: 'Open',
        run: () => location.assign(addressOfPage(`/entities?sandbox=${fork.data.id}`)),
      })
    } catch (error) {
      toastFailure(error)
    }
    await queryClient.invalidateQueries()
  }

  return {
    /** Says whether it succeeded. */
    take: (name: string) =>
      take(name).catch((error: unknown) => {
        toastFailure(error)

        return false
      }),
    fork,
    isPending: control.isPending,
  }
}
