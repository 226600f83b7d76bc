import { useQuery, useMutation } from '@tanstack/react-query'
import { Camera, Download, Trash2, Upload } from 'lucide-react'
import { client, getQuery } from '../../service/service-client.ts'
import { snapshotNameRule, snapshotsQuery, type Snapshot } from '../../service/sandbox-queries.ts'
import { type FileBundle, bundleFromFiles, bundleFromDrop } from '../../lib/dropped-files.ts'
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
import { describeDifference } from '../../parts/sandbox/reset.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { useRef, useState, type ReactNode } from 'react'

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

/** Exports and imports all data of the sandbox as one file. */
export function DataFileCard({ sandbox }: { sandbox: string }) {
  const { mutateAsync: load, data: imported } = useMutation({
    mutationFn: ({ name, content: body }: FileBundle) =>
      control(() => client.POST('/__sandbox/import', { body }), `Imported ${name}.`, 'undo'),
  })

  return (
    <CardPart
      title="Data file"
      hint="Everything in this sandbox as one JSON file, which you can also write by hand. You can also import responses and packages from the real service."
    >
      <FileDrop label="Data file to import" action="Import…" load={load}>
        <Button Icon={Download} onClick={() => saveResponse('/__sandbox/export', `${sandbox}.json`)}>
          Export
        </Button>
      </FileDrop>
      {imported && (
        <ul aria-label="Import summary" className="mt-3 text-sm text-muted">
          {imported.data.lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </CardPart>
  )
}

interface FileDropProps {
  readonly label: string
  /** The label of the button. */
  readonly action: string
  /** Called with the files that were dropped or chosen. */
  readonly load: (files: FileBundle) => Promise<unknown>
  /** Shown in front of the button. */
  readonly children?: ReactNode
}

/** An area to drop files, folders or a zip, with a button that opens a file chooser. */
export function FileDrop({ label, action, load, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isDropTarget, setDropTarget] = useState(false)
  const { mutate: loadFrom, isPending } = useMutation({
    mutationFn: async (bundle: Promise<FileBundle | undefined>) => {
      const files = await bundle

      return files && load(files)
    },
    onError: showFailure,
  })

  return (
    <div
      className={`flex flex-wrap items-center gap-2 rounded border border-dashed p-3 ${isDropTarget ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDropTarget(false)
        loadFrom(bundleFromDrop(event.dataTransfer))
      }}
    >
      {children}
      <Button Icon={Upload} disabled={isPending} onClick={() => input.current?.click()}>
        {isPending ? 'Working…' : action}
      </Button>
      <span className="text-sm text-muted">or drop files, a folder or a zip here</span>
      <input
        ref={input}
        type="file"
        accept="application/json,.json,.har,application/zip,.zip"
        multiple
        aria-label={label}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          loadFrom(bundleFromFiles(target.files ?? []))
          target.value = ''
        }}
      />
    </div>
  )
}
