import { useQuery } from '@tanstack/react-query'
import { GitFork, Plus } from 'lucide-react'
import { useState } from 'react'
import { ago, counted } from '../../lib/format.ts'
import { basePath } from '../../lib/place.ts'
import { worlds } from '../../service/sandbox.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { Card } from './card.tsx'
import { useControl } from './use-control.ts'

/** The sandboxes of this server: worlds of their own, one for each test if you like. */
export function WorldsCard({ current }: { current: string }) {
  const { data } = useQuery(worlds)
  const [id, setId] = useState('')
  const control = useControl()

  return (
    <Card title="Sandboxes" hint="Each is a world of its own, at /s/{id} or by the header X-Sandbox.">
      <form
        className="flex gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          control.mutate({
            method: 'POST',
            path: '/__sandbox/sandboxes',
            body: id ? { id } : {},
            done: `Began the sandbox ${id}.`,
          })
          setId('')
        }}
      >
        <input
          aria-label="Id of the new sandbox"
          className="field min-w-0 flex-1"
          placeholder="blue"
          value={id}
          onChange={({ target }) => setId(target.value.trim())}
        />
        <button type="submit" className="button" disabled={control.isPending}>
          <Plus size={14} aria-hidden />
          New sandbox
        </button>
      </form>
      {!data && <Skeleton rows={2} />}
      <ul aria-label="Sandboxes" className="mt-2 max-h-72 overflow-y-auto">
        {data?.map(({ id, is_default, entities, changes, last_used_on }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 border-b border-line/60 py-1">
            {id === current ? (
              <span className="min-w-20 flex-1 truncate font-medium" aria-current>
                {id} <span className="font-normal text-muted">(this one)</span>
              </span>
            ) : (
              <a
                className="min-w-20 flex-1 truncate font-medium"
                href={`${basePath}entities${is_default ? '' : `?sandbox=${encodeURIComponent(id)}`}`}
              >
                {id}
              </a>
            )}
            <span className="text-sm text-muted">
              {counted(entities, 'entity', 'entities')}, {counted(changes, 'change')}, {ago(last_used_on)}
            </span>
            <button
              type="button"
              className="button"
              data-tone="quiet"
              aria-label={`Fork ${id}`}
              title="Begin another one with what this one holds now"
              onClick={() =>
                control.mutate({
                  method: 'POST',
                  path: `/__sandbox/sandboxes/${encodeURIComponent(id)}/fork`,
                  body: {},
                  done: `Forked ${id}.`,
                })
              }
            >
              <GitFork size={14} aria-hidden />
            </button>
            {!is_default && id !== current && (
              <button
                type="button"
                className="button"
                data-tone="quiet"
                aria-label={`Delete ${id}`}
                onClick={() =>
                  control.mutate({
                    method: 'DELETE',
                    path: `/__sandbox/sandboxes/${encodeURIComponent(id)}`,
                    done: `Deleted the sandbox ${id}.`,
                  })
                }
              >
                Delete
              </button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
