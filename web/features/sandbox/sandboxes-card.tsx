import { useQuery } from '@tanstack/react-query'
import { GitFork, Plus } from 'lucide-react'
import { ago, counted } from '../../lib/format.ts'
import { addressOfPage } from '../../lib/page-addresses.ts'
import { QueryList } from '../../parts/query-result.tsx'
import { control, forkSandbox } from '../../parts/sandbox/control.ts'
import { confirm } from '../../ui/overlays/modal.tsx'
import { client, getQuery } from '../../service/service-client.ts'
import { sandboxIdRule, type Sandbox } from '../../service/sandbox-queries.ts'
import { NameForm } from '../../ui/controls/field.tsx'
import { CardPart } from '../../ui/layout/page.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** The sandboxes of this server, each with the time of its last use. */
export function SandboxesCard({ current }: { current: string }) {
  const query = useQuery({
    ...getQuery('/__sandbox/sandboxes'),
    select: ({ items }) => ({
      items: items.toSorted((a, b) => b.last_used_on.localeCompare(a.last_used_on)),
    }),
    // This page receives no events of other sandboxes.
    refetchInterval: 3000,
  })

  return (
    <CardPart
      title="All sandboxes"
      hint="Each has its own data, at /s/{id} or with the header X-Sandbox. A test’s sandbox is listed while the test runs, and for a day if it failed on this server."
    >
      <NameForm
        label="Id of the new sandbox"
        placeholder="id (optional)"
        rule={sandboxIdRule}
        submit={(id) =>
          control(
            () => client.POST('/__sandbox/sandboxes', { body: id ? { id } : {} }),
            id ? `Created the sandbox ${id}.` : 'Created a sandbox.',
          )
        }
      >
        <Plus size={14} aria-hidden />
        New sandbox
      </NameForm>
      <QueryList query={query} label="Sandboxes">
        {(each) => (
          <Row key={each.id} sandbox={each} isCurrent={each.id === current} now={query.dataUpdatedAt} />
        )}
      </QueryList>
    </CardPart>
  )
}

interface RowProps {
  readonly sandbox: Sandbox
  readonly isCurrent: boolean
  /** On the machine's clock, like `last_used_on`. */
  readonly now: number
}

function Row({ sandbox, isCurrent, now }: RowProps) {
  const { id, is_default, is_in_use, entities, changes, last_used_on, seed } = sandbox
  const contents = [counted(entities, 'entity', 'entities'), counted(changes, 'change')]

  const remove = async () => {
    const isConfirmed = await confirm({
      title: `Delete the sandbox ${id}?`,
      body: `Its ${contents.join(' and ')} will be lost. The next request to it creates a new sandbox with this id.`,
      action: 'Delete sandbox',
    })
    const request = () => client.DELETE('/__sandbox/sandboxes/{id}', { path: { id } })

    if (isConfirmed) await control(request, `Deleted the sandbox ${id}.`)
  }

  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 border-b border-line/60 py-1.5">
      <div className="min-w-40 flex-1">
        {isCurrent ? (
          <p className="truncate font-medium" aria-current>
            {id} <span className="font-normal text-muted">(current)</span>
          </p>
        ) : (
          <a
            className="block truncate font-medium"
            href={addressOfPage('/entities', is_default ? undefined : id)}
          >
            {id}
          </a>
        )}
        <p className="text-sm text-muted">
          {contents.join(', ')}, seed {seed}, {is_in_use ? 'in use now' : 'used '}
          {!is_in_use && <time dateTime={last_used_on}>{ago(last_used_on, now)}</time>}
        </p>
      </div>
      <Button
        Icon={GitFork}
        aria-label={`Fork ${id}`}
        title="Create a sandbox with a copy of this data"
        onClick={() => void forkSandbox(id)}
      >
        Fork
      </Button>
      <Button
        tone="quiet"
        aria-label={`Delete ${id}`}
        disabled={is_default || isCurrent}
        onClick={() => void remove()}
      >
        Delete
      </Button>
    </li>
  )
}
