import { useQuery, useQueryClient } from '@tanstack/react-query'
import { addressOfPage } from '../../lib/addresses.ts'
import { client } from '../../service/client.ts'
import { overviewQuery, snapshotsQuery } from '../../service/sandbox.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { useControl } from './use-control.ts'

/** Takes snapshots, and forks sandboxes. */
export function useSnapshots() {
  const control = useControl()
  const queryClient = useQueryClient()
  const { sandbox = 'default' } = useQuery(overviewQuery).data ?? {}

  const take = async (requestedName: string): Promise<boolean> => {
    const snapshots = await queryClient.fetchQuery({ ...snapshotsQuery, staleTime: 0 })
    const names = new Set(snapshots.map(({ name }) => name))
    let number = snapshots.length + 1

    while (names.has(`snapshot-${number}`)) number++
    const name = requestedName || `snapshot-${number}`

    return control.attempt(
      () => client.POST('/__sandbox/snapshots', { body: { name } }),
      names.has(name) ? `Replaced the snapshot ${name}.` : `Took the snapshot ${name}.`,
      // A replaced snapshot can't be restored.
      names.has(name) ? undefined : () => client.DELETE('/__sandbox/snapshots/{name}', { path: { name } }),
    )
  }

  const fork = async (origin = sandbox) => {
    try {
      const fork = await client.POST('/__sandbox/sandboxes/{id}/fork', { path: { id: origin }, body: {} })

      showNotice(`Forked ${origin} as ${fork.data.id}.`, {
        label: 'Open',
        run: () => location.assign(addressOfPage(`/entities?sandbox=${fork.data.id}`)),
      })
    } catch (error) {
      showFailure(error)
    }
    await queryClient.invalidateQueries()
  }

  return {
    /** Resolves to whether it succeeded. */
    take: (name: string) =>
      take(name).catch((error: unknown) => {
        showFailure(error)

        return false
      }),
    fork,
    isPending: control.isPending,
  }
}
