import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { headerOf, RequestFailed } from '../../service/client.ts'
import { createEntity, findEntity, refreshEntities } from '../../service/entities.ts'
import type { DefinitionAnswer } from '../../service/shapes.ts'
import { useCommands } from '../../commands/registry.ts'
import { absoluteServiceUrl, nameInLink } from '../../lib/place.ts'
import { Page } from '../../ui/page.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { culturesFor, filledIn } from './draft.ts'
import { DraftEditor, type EntityDraft } from './draft-editor.tsx'
import { EditLayout } from './edit-layout.tsx'
import { changedEnds, endsOf, relationsBody } from './relation-draft.ts'

/** Members of a new entity, and beside them the request that creates it. */
export function CreateForm({ definition, select }: { definition: DefinitionAnswer; select: ReactNode }) {
  const { tab = 'form' } = useSearch({ from: '/entities/new' })
  const [draft, setDraft] = useState<EntityDraft>({ properties: {}, relations: {} })
  const [id, setId] = useState('')
  const [identifier, setIdentifier] = useState('')
  const queries = useQueryClient()
  const navigate = useNavigate({ from: '/entities/new' })
  const ends = endsOf(definition)
  const related = relationsBody(draft.relations, ends)
  const body = {
    ...(id ? { id: Number(id) } : {}),
    ...(identifier ? { identifier } : {}),
    entitydefinition: {
      href: `${absoluteServiceUrl}/api/entitydefinitions/${encodeURIComponent(definition.name)}`,
    },
    properties: filledIn(draft.properties),
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
      id: 'leave',
      label: 'Leave the form',
      group: 'This view',
      keys: 'Escape',
      run: () => void navigate({ to: '/entities' }),
    },
  ])

  return (
    <Page
      actions={
        <>
          {select}
          <SubmitButton
            label="Create entity"
            command="Create the entity"
            Icon={Plus}
            pending="Creating…"
            isPending={create.isPending}
            run={() => create.mutate()}
          />
        </>
      }
    >
      {create.error && <FailureNotice error={create.error} />}
      <EditLayout preview={<RequestPreview requests={[{ method: 'POST', path: '/api/entities', body }]} />}>
        <div className="flex shrink-0 flex-wrap items-end gap-3 border-b border-line p-3">
          <label className="flex flex-col gap-1">
            <span className="label">Id (optional)</span>
            <input
              className="field w-32 font-mono"
              inputMode="numeric"
              placeholder="the next one"
              value={id}
              onChange={({ target }) => setId(target.value.replaceAll(/\D/g, ''))}
            />
          </label>
          <label className="flex min-w-48 flex-1 flex-col gap-1">
            <span className="label">Identifier (optional)</span>
            <input
              className="field font-mono"
              placeholder="a random one"
              value={identifier}
              onChange={({ target }) => setIdentifier(target.value.trim())}
            />
          </label>
          <UpsertHint id={id} identifier={identifier} definition={definition.name} />
        </div>
        <DraftEditor
          definition={definition}
          ends={ends}
          draft={draft}
          cultures={culturesFor(definition, [])}
          changedEnds={changedEnds(draft.relations, {}, ends)}
          problems={create.error instanceof RequestFailed ? create.error.fields : {}}
          tab={tab}
          choose={(tab) =>
            void navigate({
              search: (before) => ({ ...before, tab: tab === 'form' ? undefined : tab }),
              replace: true,
            })
          }
          change={setDraft}
        />
      </EditLayout>
    </Page>
  )
}

/** A create with an id or identifier that exists is an update (interface 4.2.1). */
function UpsertHint({ id, identifier, definition }: Record<'id' | 'identifier' | 'definition', string>) {
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
          {nameInLink(data.entitydefinition.href) === definition
            ? `Exists: entity ${data.id} will be updated with what is filled in here.`
            : `Exists: entity ${data.id} is of ${nameInLink(data.entitydefinition.href)}, so this will be refused.`}
        </span>
      )}
    </p>
  )
}
