import { useQuery } from '@tanstack/react-query'
import { GitFork, Plus } from 'lucide-react'
import { ago, counted } from '../../lib/format.ts'
import { addressOfView } from '../../lib/place.ts'
import { worlds, type WorldAnswer } from '../../service/sandbox.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Awaited } from '../../parts/failure-notice.tsx'
import { Card } from '../../ui/card.tsx'
import { NameForm, sandboxIds } from './name-form.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'

/** The sandboxes of this server: worlds of their own, one for each test if you like. */
export function WorldsCard({ current }: { current: string }) {
  const query = useQuery(worlds)
  const control = useControl()

  return (
    <Card title="Sandboxes" hint="Each is a world of its own, at /s/{id} or by the header X-Sandbox.">
      <NameForm
        label="Id of the new sandbox"
        placeholder="blue"
        names={sandboxIds}
        isBusy={control.isPending}
        submit={(id) =>
          control.mutate({
            method: 'POST',
            path: '/__sandbox/sandboxes',
            body: id ? { id } : {},
            done: id ? `Began the sandbox ${id}.` : 'Began another sandbox.',
          })
        }
      >
        <Plus size={14} aria-hidden />
        New sandbox
      </NameForm>
      <Awaited query={query} rows={2} />
      <ul aria-label="Sandboxes" className="mt-2 max-h-72 overflow-y-auto">
        {query.data?.map((world) => (
          <WorldRow key={world.id} world={world} isCurrent={world.id === current} />
        ))}
      </ul>
    </Card>
  )
}

function WorldRow({ world, isCurrent }: { world: WorldAnswer; isCurrent: boolean }) {
  const { id, is_default, entities, changes, last_used_on } = world
  const control = useControl()
  const path = `/__sandbox/sandboxes/${encodeURIComponent(id)}`

  const remove = async () => {
    const isSure = await confirm({
      title: `Delete the sandbox ${id}?`,
      body: `Its ${counted(entities, 'entity', 'entities')} and ${counted(changes, 'change')} are lost. If it is used again, it starts anew.`,
      action: 'Delete sandbox',
    })

    if (isSure) control.mutate({ method: 'DELETE', path, done: `Deleted the sandbox ${id}.` })
  }

  return (
    <li className="flex flex-wrap items-center gap-2 border-b border-line/60 py-1">
      <div className="min-w-40 flex-1">
        {isCurrent ? (
          <p className="truncate font-medium" aria-current>
            {id} <span className="font-normal text-muted">(this one)</span>
          </p>
        ) : (
          <a
            className="block truncate font-medium"
            href={addressOfView(`/entities${is_default ? '' : `?sandbox=${encodeURIComponent(id)}`}`)}
          >
            {id}
          </a>
        )}
        <p className="text-sm text-muted">
          {counted(entities, 'entity', 'entities')}, {counted(changes, 'change')}, used {ago(last_used_on)}
        </p>
      </div>
      <button
        type="button"
        className="button"
        aria-label={`Fork ${id}`}
        title="Begin another one with what this one holds now"
        onClick={() =>
          control.mutate({ method: 'POST', path: `${path}/fork`, body: {}, done: `Forked ${id}.` })
        }
      >
        <GitFork size={14} aria-hidden />
        Fork
      </button>
      {!is_default && !isCurrent && (
        <button
          type="button"
          className="button"
          data-tone="quiet"
          aria-label={`Delete ${id}`}
          onClick={() => void remove()}
        >
          Delete
        </button>
      )}
    </li>
  )
}
