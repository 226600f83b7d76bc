import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { client } from '../../service/client.ts'
import { snapshots } from '../../service/sandbox.ts'
import type { Dropped } from '../../lib/dropped-files.ts'
import { Awaited } from '../../parts/failure-notice.tsx'
import { Card, List } from '../../ui/layout/page.tsx'
import { FileDrop } from './file-drop.tsx'
import { NameForm, snapshotNames } from '../../ui/controls/name-form.tsx'
import { SnapshotRow } from './snapshot-row.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { useSnapshots } from '../../parts/sandbox/use-snapshots.ts'

/** Named states to restore. */
export function SnapshotsCard() {
  const query = useQuery(snapshots)
  const { take, isPending } = useSnapshots()
  const loading = useControl()

  const load = (dropped: Dropped) => {
    const name = nameFor(dropped)
    const path = { name }

    loading.run(
      () => client.POST('/__sandbox/snapshots/{name}/import', { path, body: dropped.content }),
      `Loaded ${dropped.name} as the snapshot ${name}.`,
      () => client.DELETE('/__sandbox/snapshots/{name}', { path }),
    )
  }

  return (
    <Card title="Snapshots" hint="Taking and restoring a snapshot is instant at any size.">
      <NameForm
        label="Name of the new snapshot"
        placeholder="name (optional)"
        names={snapshotNames}
        isBusy={isPending}
        submit={take}
      >
        <Camera size={14} aria-hidden />
        Take a snapshot
      </NameForm>
      <Awaited query={query} rows={2}>
        {(snapshots) => (
          <List label="Snapshots" empty="No snapshots yet.">
            {snapshots.map((snapshot) => (
              <SnapshotRow key={snapshot.name} snapshot={snapshot} />
            ))}
          </List>
        )}
      </Awaited>
      <div className="mt-3">
        <FileDrop
          label="Data file to load as a snapshot"
          action="Load a snapshot…"
          isBusy={loading.isPending}
          take={load}
        />
      </div>
    </Card>
  )
}

/** A file's name as a snapshot's. */
function nameFor({ name }: Dropped): string {
  return (
    name
      .replace(/\.(json|zip)$/i, '')
      .replaceAll(/[^\w.-]+/g, '-')
      .slice(0, 64)
      .replace(/^\.{1,2}$/, '') || 'file'
  )
}
