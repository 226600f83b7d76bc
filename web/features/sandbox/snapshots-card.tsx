import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import { ago, counted } from '../../lib/format.ts'
import { snapshots } from '../../service/sandbox.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Card } from './card.tsx'
import { useControl } from './use-control.ts'

/** Named moments to come back to. */
export function SnapshotsCard() {
  const { data } = useQuery(snapshots)
  const [name, setName] = useState('')
  const control = useControl()

  return (
    <Card title="Snapshots" hint="Taking one and going back to it cost nothing, whatever the size.">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          control.mutate({
            method: 'POST',
            path: '/__sandbox/snapshots',
            body: { name },
            done: `Took the snapshot ${name}.`,
          })
          setName('')
        }}
      >
        <input
          aria-label="Name of the new snapshot"
          className="field min-w-0 flex-1"
          placeholder="before-import"
          pattern="[\w.\-]{1,100}"
          title="Letters, digits, period, underscore and hyphen"
          required
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button" disabled={control.isPending}>
          <Camera size={14} aria-hidden />
          Take a snapshot
        </button>
      </form>
      {!data && <Skeleton rows={2} />}
      {data?.length === 0 && <p className="mt-3 text-muted">There is none yet.</p>}
      <ul aria-label="Snapshots" className="mt-2">
        {data?.map(({ name, taken_on, entities }) => (
          <li key={name} className="flex flex-wrap items-center gap-2 border-b border-line/60 py-1">
            <span className="min-w-24 flex-1 truncate font-medium">{name}</span>
            <span className="text-sm text-muted">
              {counted(entities, 'entity', 'entities')},{' '}
              <time dateTime={taken_on} title={taken_on}>
                {ago(taken_on)}
              </time>
            </span>
            <button
              type="button"
              className="button"
              aria-label={`Restore ${name}`}
              onClick={() =>
                control.mutate({
                  method: 'POST',
                  path: `${pathOf(name)}/restore`,
                  done: `Went back to ${name}.`,
                  hasUndo: true,
                })
              }
            >
              Restore
            </button>
            <button
              type="button"
              className="button"
              data-tone="quiet"
              aria-label={`Delete ${name}`}
              onClick={() =>
                control.mutate({
                  method: 'DELETE',
                  path: pathOf(name),
                  done: `Deleted the snapshot ${name}.`,
                })
              }
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function pathOf(name: string): string {
  return `/__sandbox/snapshots/${encodeURIComponent(name)}`
}
