import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { counted } from '../../lib/format.ts'
import { saveFile } from '../../lib/dropped-files.ts'
import { client, sendOrThrow } from '../../service/client.ts'
import { snapshotDifferenceQuery, snapshotNameRule, type SnapshotResponse } from '../../service/sandbox.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { describeDifference } from '../../parts/sandbox/describe-difference.ts'
import { NameForm } from '../../ui/controls/name-form.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Time } from '../../ui/layout/page.tsx'

/** A snapshot, the changes that restoring it would make, and its actions. */
export function SnapshotRow({ snapshot: { name, taken_on, entities } }: { snapshot: SnapshotResponse }) {
  const difference = useQuery(snapshotDifferenceQuery(name)).data?.changes
  const now = useSandboxTime()
  const [isRenaming, setRenaming] = useState(false)
  const { run, attempt, isPending } = useControl()
  const path = { name }

  const download = () => {
    sendOrThrow({ method: 'GET', path: `/__sandbox/snapshots/${encodeURIComponent(name)}/export` }).then(
      ({ text }) => saveFile(`${name}.json`, text),
      showFailure,
    )
  }

  const remove = async () => {
    const isConfirmed = await confirm({
      title: `Delete the snapshot ${name}?`,
      body: 'It can no longer be restored. The sandbox itself does not change.',
      action: 'Delete snapshot',
    })

    if (isConfirmed)
      run(() => client.DELETE('/__sandbox/snapshots/{name}', { path }), `Deleted the snapshot ${name}.`)
  }

  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line/60 py-1.5">
      <div className="min-w-40 flex-1">
        {isRenaming ? (
          <NameForm
            label={`New name of ${name}`}
            rule={snapshotNameRule}
            current={name}
            isBusy={isPending}
            submit={async (next) => {
              const isDone =
                next === name ||
                (await attempt(rename(name, next), `Renamed ${name} to ${next}.`, rename(next, name)))

              if (isDone) setRenaming(false)

              return isDone
            }}
          >
            Rename
          </NameForm>
        ) : (
          <p className="font-medium break-all">{name}</p>
        )}
        <p className="text-sm text-muted">
          {counted(entities, 'entity', 'entities')}, <Time at={taken_on} now={now} />
          {difference && ` · ${describeDifference(difference).join('; ')}`}
        </p>
      </div>
      <div className="flex items-center gap-1">
        <Button
          aria-label={`Restore ${name}`}
          onClick={() =>
            run(
              () => client.POST('/__sandbox/snapshots/{name}/restore', { path }),
              `Restored ${name}.`,
              'undo',
            )
          }
        >
          Restore
        </Button>
        <IconButton Icon={Pencil} label={`Rename ${name}`} run={() => setRenaming(!isRenaming)} />
        <IconButton Icon={Download} label={`Download ${name}`} run={download} />
        <IconButton Icon={Trash2} label={`Delete ${name}`} run={() => void remove()} />
      </div>
    </li>
  )
}

function rename(from: string, to: string) {
  return () => client.PUT('/__sandbox/snapshots/{name}', { path: { name: from }, body: { name: to } })
}
