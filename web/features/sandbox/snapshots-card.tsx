import { useQuery } from '@tanstack/react-query'
import { Camera, Download, Trash2 } from 'lucide-react'
import { client, getQuery } from '../../service/service-client.ts'
import { snapshotNameRule, snapshotsQuery, type Snapshot } from '../../service/sandbox-queries.ts'
import { type FileBundle } from '../../lib/dropped-files.ts'
import { saveResponse } from '../../parts/response.tsx'
import { QueryList } from '../../parts/query-result.tsx'
import { CardPart } from '../../ui/layout/page.tsx'
import { NameForm } from '../../ui/controls/field.tsx'
import { confirm } from '../../ui/overlays/modal.tsx'
import {
  control,
  deleteSnapshot,
  freeName,
  restoreSnapshot,
  snapshotNames,
  takeSnapshot,
} from '../../parts/sandbox/control.ts'
import { counted } from '../../lib/format.ts'
import { FileDrop } from './data-file-card.tsx'
import { describeDifference } from '../../parts/sandbox/reset.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'

/** The snapshots: named states that can be restored. */
export function SnapshotsCard() {
  const query = useQuery(snapshotsQuery)

  return (
    <CardPart title="Snapshots" hint="Taking and restoring a snapshot is instant at any size.">
      <NameForm
        label="Name of the new snapshot"
        placeholder="name (optional)"
        rule={snapshotNameRule}
        submit={takeSnapshot}
      >
        <Camera size={14} aria-hidden />
        Take a snapshot
      </NameForm>
      <QueryList query={query} label="Snapshots" empty="No snapshots yet.">
        {(snapshot) => <SnapshotRow key={snapshot.name} snapshot={snapshot} />}
      </QueryList>
      <div className="mt-3">
        <FileDrop label="Data file to load as a snapshot" action="Load a snapshot…" load={load} />
      </div>
    </CardPart>
  )
}

/** Loads files as a new snapshot, named like them. */
async function load(files: FileBundle) {
  const name = nameFor(files, await snapshotNames())
  const path = { name }

  return control(
    () => client.POST('/__sandbox/snapshots/{name}/import', { path, body: files.content }),
    `Loaded ${files.name} as the snapshot ${name}.`,
    deleteSnapshot(name),
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

  return existing.includes(name) ? freeName(name, existing) : name
}

/** A snapshot, the changes that restoring it would make, and its actions. */
function SnapshotRow({ snapshot: { name, taken_on, entities } }: { snapshot: Snapshot }) {
  const difference = useQuery(getQuery('/__sandbox/snapshots/{name}', { path: { name } })).data?.changes

  const remove = async () => {
    const isConfirmed = await confirm({
      title: `Delete the snapshot ${name}?`,
      body: 'It can no longer be restored. The sandbox itself does not change.',
      action: 'Delete snapshot',
    })

    if (isConfirmed) await control(deleteSnapshot(name), `Deleted the snapshot ${name}.`)
  }

  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line/60 py-1.5">
      <div className="min-w-40 flex-1">
        <p className="font-medium break-all">{name}</p>
        <p className="text-sm text-muted">
          {counted(entities, 'entity', 'entities')}, <Age at={taken_on} />
          {difference && ` · ${describeDifference(difference).join('; ')}`}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button aria-label={`Restore ${name}`} onClick={() => restoreSnapshot(name)}>
          Restore
        </Button>
        <IconButton
          Icon={Download}
          label={`Download ${name}`}
          run={() => saveResponse(`/__sandbox/snapshots/${encodeURIComponent(name)}/export`, `${name}.json`)}
        />
        <IconButton Icon={Trash2} label={`Delete ${name}`} run={() => void remove()} />
      </div>
    </li>
  )
}
