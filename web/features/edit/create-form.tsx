import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { headerOf, RequestFailed } from '../../service/client.ts'
import { createEntity, findEntity, refreshEntities } from '../../service/entities.ts'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { useCommands } from '../../commands/registry.ts'
import { absoluteServiceUrl, nameInLink } from '../../lib/place.ts'
import { Page } from '../../shell/page.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { RequestPreview } from '../../ui/request-preview.tsx'
import { toast } from '../../ui/toasts.tsx'
import { culturesFor, filledIn, type Draft } from './draft.ts'
import { DraftEditor } from './draft-editor.tsx'
import { RelationFields, relationsBody, type DraftRelations } from './relation-fields.tsx'

/** Members of a new entity, and beside them the request that creates it. */
export function CreateForm({ definition, select }: { definition: DefinitionAnswer; select: ReactNode }) {
  const [draft, setDraft] = useState<Draft>({})
  const [relations, setRelations] = useState<DraftRelations>({})
  const [id, setId] = useState('')
  const [identifier, setIdentifier] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate()
  const related = relationsBody(relations, definition)
  const body = {
    ...(id ? { id: Number(id) } : {}),
    ...(identifier ? { identifier } : {}),
    entitydefinition: {
      href: `${absoluteServiceUrl}/api/entitydefinitions/${encodeURIComponent(definition.name)}`,
    },
    properties: filledIn(draft),
    ...(Object.keys(related).length > 0 ? { relations: related } : {}),
  }
  const create = useMutation({
    mutationFn: () => createEntity(body),
    onSuccess: async (answer) => {
      const created = nameInLink(headerOf(answer, 'Location') ?? '')
      const global = headerOf(answer, 'X-Global-Identifier')

      toast(
        <>
          {answer.status} {answer.statusText}
          <span className="block font-mono text-sm break-all text-muted">
            Location: {headerOf(answer, 'Location')}
          </span>
          {global && (
            <span className="block font-mono text-sm break-all text-muted">
              X-Global-Identifier: {global}
            </span>
          )}
        </>,
      )
      await refreshEntities(queries)
      await navigate({ to: '/entities/$id', params: { id: created } })
    },
  })

  useCommands([
    {
      id: 'create',
      label: 'Create the entity',
      group: 'This view',
      keys: 'Mod+Enter',
      run: () => create.mutate(),
    },
    {
      id: 'leave',
      label: 'Leave the form',
      group: 'This view',
      keys: 'Escape',
      run: () => void navigate({ to: '/entities' }),
    },
  ])

  return (
    <Page
      title="New entity"
      actions={
        <>
          {select}
          <button
            type="button"
            className="button"
            data-tone="primary"
            disabled={create.isPending}
            title="Create (Mod+Enter)"
            onClick={() => create.mutate()}
          >
            <Plus size={14} aria-hidden />
            {create.isPending ? 'Creating…' : 'Create entity'}
          </button>
        </>
      }
    >
      {create.error && <FailureNotice error={create.error} />}
      <div className="grid min-h-0 flex-1 overflow-auto lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <div className="flex min-w-0 flex-col overflow-auto">
          <div className="flex flex-wrap items-end gap-3 border-b border-line p-3">
            <label className="flex flex-col gap-1">
              <span className="label">Id, if it shall be a certain one</span>
              <input
                className="field w-32 font-mono"
                inputMode="numeric"
                value={id}
                onChange={({ target }) => setId(target.value.replace(/\D/g, ''))}
              />
            </label>
            <label className="flex min-w-48 flex-1 flex-col gap-1">
              <span className="label">Identifier, if it shall be a certain one</span>
              <input
                className="field font-mono"
                value={identifier}
                onChange={({ target }) => setIdentifier(target.value.trim())}
              />
            </label>
            <UpsertHint id={id} identifier={identifier} />
          </div>
          <DraftEditor
            definition={definition}
            draft={draft}
            cultures={culturesFor(definition, [])}
            problems={create.error instanceof RequestFailed ? create.error.fields : {}}
            change={setDraft}
          />
          <RelationFields definition={definition} relations={relations} change={setRelations} />
        </div>
        <aside
          aria-label="What will be sent"
          className="min-h-0 overflow-auto border-line p-3 max-lg:border-t lg:border-l"
        >
          <RequestPreview method="POST" path="/api/entities" body={body} />
        </aside>
      </div>
    </Page>
  )
}

/** A create with an id or identifier that exists is an update (interface 4, rules 1 to 3). */
function UpsertHint({ id, identifier }: { id: string; identifier: string }) {
  const { data } = useQuery({
    queryKey: ['entities', 'upsert', id, identifier],
    enabled: id !== '' || identifier !== '',
    queryFn: async () => (await findEntity(id ? { id: Number(id) } : { identifier })) ?? null,
  })

  if (id === '' && identifier === '') return null

  return (
    <p role="status" className="w-full text-sm">
      {data === undefined && <span className="text-muted">Looking…</span>}
      {data === null && 'Is free: the entity is created with it.'}
      {data && (
        <span className="text-orange">
          Exists: entity {data.id} ({nameInLink(data.entitydefinition.href)}) will be updated with what is
          filled in here.
        </span>
      )}
    </p>
  )
}
