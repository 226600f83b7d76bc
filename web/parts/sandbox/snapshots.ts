import { addressOfPage } from '../../lib/addresses.ts'
import { client, queryClient } from '../../service/client.ts'
import { overviewQuery, snapshotsQuery } from '../../service/sandbox.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { control } from './control.ts'

/** The names of the snapshots, as stored now. */
export async function snapshotNames(): Promise<string[]> {
  const { items } = await queryClient.fetchQuery({ ...snapshotsQuery, staleTime: 0 })

  return items.map(({ name }) => name)
}

export function deleteSnapshot(name: string) {
  return () => client.DELETE('/__sandbox/snapshots/{name}', { path: { name } })
}

/** Takes a snapshot; without a name, it gets the next number. Resolves to undefined if it failed. */
export async function takeSnapshot(requestedName: string) {
  const names = await snapshotNames().catch(showFailure)

  if (!names) return undefined
  let number = names.length + 1

  while (names.includes(`snapshot-${number}`)) number++
  const name = requestedName || `snapshot-${number}`
  const isReplaced = names.includes(name)

  return control(
    () => client.POST('/__sandbox/snapshots', { body: { name } }),
    isReplaced ? `Replaced the snapshot ${name}.` : `Took the snapshot ${name}.`,
    // A replaced snapshot can't be restored.
    isReplaced ? undefined : deleteSnapshot(name),
  )
}

/** Forks a sandbox, by default the one that is shown. */
export async function forkSandbox(id?: string): Promise<void> {
  try {
    const origin = id ?? (await queryClient.fetchQuery(overviewQuery)).sandbox
    const fork = await client.POST('/__sandbox/sandboxes/{id}/fork', { path: { id: origin }, body: {} })

    showNotice(`Forked ${origin} as ${fork.data.id}.`, {
      label: 'Open',
      run: () => location.assign(addressOfPage('/entities', fork.data.id)),
    })
  } catch (error) {
    showFailure(error)
  }
  await queryClient.invalidateQueries()
}
