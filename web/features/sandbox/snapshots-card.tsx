import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { client } from '../../service/client.ts'
import { snapshotNameRule, snapshotsQuery } from '../../service/sandbox.ts'
import type { FileBundle } from '../../lib/dropped-files.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { Card, List } from '../../ui/layout/page.tsx'
import { FileDrop } from './file-drop.tsx'
import { NameForm } from '../../ui/controls/name-form.tsx'
import { SnapshotRow } from './snapshot-row.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { useSnapshots } from '../../parts/sandbox/use-snapshots.ts'

/** The snapshots: named states that can be restored. */
export function SnapshotsCard() {
  const query = useQuery(snapshotsQuery)
  const { take, isPending } = useSnapshots()
  const loadControl = useControl()
  const queryClient = useQueryClient()

  const load = async (files: FileBundle) => {
    const snapshots = await queryClient.fetchQuery({ ...snapshotsQuery, staleTime: 0 })
    const names = snapshots.map((snapshot) => snapshot.name)
    const name = nameFor(files, names)
    const path = { name }

    loadControl.run(
      () => client.POST('/__sandbox/snapshots/{name}/import', { path, body: files.content }),
      `Loaded ${files.name} as the snapshot ${name}.`,
      () => client.DELETE('/__sandbox/snapshots/{name}', { path }),
    )
  }

  return (
    <Card title="Snapshots" hint="Taking and restoring a snapshot is instant at any size.">
      <NameForm
        label="Name of the new snapshot"
        placeholder="name (optional)"
        rule={snapshotNameRule}
        isBusy={isPending}
        submit={take}
      >
        <Camera size={14} aria-hidden />
        Take a snapshot
      </NameForm>
      <QueryResult query={query} rows={2}>
        {(snapshots) => (
          <List label="Snapshots" empty="No snapshots yet.">
            {snapshots.map((snapshot) => (
              <SnapshotRow key={snapshot.name} snapshot={snapshot} />
            ))}
          </List>
        )}
      </QueryResult>
      <div className="mt-3">
        <FileDrop
          label="Data file to load as a snapshot"
          action="Load a snapshot…"
          isBusy={loadControl.isPending}
          load={load}
        />
      </div>
    </Card>
  )
}

/** A valid name for a new snapshot, made from the name of a file. */
function nameFor(file: FileBundle, existing: readonly string[]): string {
  const name =
    file.name
      .replace(/\.(json|zip)$/i, '')
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(0, 64)
      .replace(/^\.{1,2}$/, '') || 'file'
  let free = name

  for (let number = 2; existing.includes(free); number++) free = `${name.slice(0, 56)}-${number}`

  return free
}
