import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useSearch, useNavigate } from '@tanstack/react-router'
import {
  entityCountsQuery,
  definitionQuery,
  type DefinitionResponse,
  createEntity,
  findEntity,
  refreshEntities,
} from '../../service/entities.ts'
import { formatCount, labelOf } from '../../lib/format.ts'
import { Page } from '../../ui/layout/page.tsx'
import { FailureNotice } from '../../parts/query-result.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { Stripe } from '../../parts/entity/thumbnail.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { absoluteServiceUrl, nameInLink, linkTo } from '../../lib/addresses.ts'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { failuresOf } from '../../service/client.ts'
import { Field, TextField } from '../../ui/controls/field.tsx'
import { LinkButton } from '../../ui/controls/button.tsx'
import { withoutNull, changedEnds, endsOf, relationBodies } from './draft.ts'
import { DraftEditor, type EntityDraft } from './draft-editor.tsx'
import { useUnsavedWarning } from './use-save.ts'

/** A new entity: first its definition, then its members. */
export function CreatePage() {
  const { definition: name } = useSearch({ from: '/entities/new' })
  const counts = useQuery(entityCountsQuery(undefined))
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })
  if (definition.data) return <CreateForm key={name} definition={definition.data} />

  return (
    <Page>
      {name ? (
        <QueryResult query={definition} rows={10} />
      ) : (
        <nav aria-label="Definitions" className="overflow-auto p-3">
          <p className="mb-2 text-muted">Choose the definition of the new entity.</p>
          <QueryResult query={counts} rows={10} />
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-1.5">
            {counts.data?.definitions?.map(({ name, labels, count }) => (
              <li key={name}>
                <Link
                  to="/entities/new"
                  search={{ definition: name }}
                  replace
                  className="card flex items-center gap-2 p-2 text-ink no-underline hover:border-line-strong hover:bg-raised"
                >
                  <Stripe name={name} className="h-8 rounded-full" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate font-medium">{name}</span>
                    <span className="block truncate text-sm text-muted">
                      {labelOf(labels, name)} · {formatCount(count)}
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </Page>
  )
}

/** The members of a new entity, and beside them the request that creates it. */
function CreateForm({ definition }: { definition: DefinitionResponse }) {
  const [draft, setDraft] = useState<EntityDraft>({ properties: {}, relations: {} })
  const [id, setId] = useState('')
  const [identifier, setIdentifier] = useState('')
  const navigate = useNavigate()
  const chosenEnds = changedEnds(draft.relations, {}, endsOf(definition))
  const related = relationBodies(draft.relations, chosenEnds)
  const body = {
    ...(id ? { id: Number(id) } : {}),
    ...(identifier ? { identifier } : {}),
    entitydefinition: {
      href: `${absoluteServiceUrl}/api/entitydefinitions/${encodeURIComponent(definition.name)}`,
    },
    properties: withoutNull(draft.properties),
    ...(Object.keys(related).length > 0 ? { relations: related } : {}),
  }
  const create = useCreate(body)

  useUnsavedWarning(
    [
      ...(id ? ['Id'] : []),
      ...(identifier ? ['Identifier'] : []),
      ...Object.keys(body.properties),
      ...Object.keys(related),
    ],
    create.isPending || create.isSuccess,
  )

  useCommands([{ label: 'Leave the form', keys: 'Escape', run: () => void navigate({ to: '/entities' }) }])

  return (
    <Page
      title={`New ${definition.name}`}
      actions={
        <>
          <LinkButton to="/entities/new">Change definition</LinkButton>
          <SubmitButton
            label="Create entity"
            Icon={Plus}
            pending="Creating…"
            isPending={create.isPending}
            run={() => create.mutate()}
          />
        </>
      }
    >
      {create.error && <FailureNotice error={create.error} />}
      <DraftEditor
        definition={definition}
        draft={draft}
        changedEnds={chosenEnds}
        problems={failuresOf(create.error)}
        change={setDraft}
        preview={<RequestPreview requests={[{ method: 'POST', path: '/api/entities', json: body }]} />}
      >
        <div className="flex shrink-0 flex-wrap items-end gap-3 border-b border-line p-3">
          <TextField
            label="Id (optional)"
            className="w-32 font-mono"
            inputMode="numeric"
            placeholder="next free id"
            value={id}
            change={(text) => setId(text.replaceAll(/\D/g, ''))}
          />
          <Field label="Identifier (optional)" className="min-w-48 flex-1">
            <TextField
              className="font-mono"
              placeholder="random"
              value={identifier}
              change={(text) => setIdentifier(text.trim())}
            />
          </Field>
          <UpsertHint id={id} identifier={identifier} definition={definition.name} />
        </div>
      </DraftEditor>
    </Page>
  )
}

/** Sends the request, shows a notice with the result, and opens the entity. */
function useCreate(body: object) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndo()

  return useMutation({
    mutationFn: () => createEntity(body),
    onSuccess: async (response) => {
      const id = nameInLink(response.headers.get('Location') ?? '')

      undo.offer(`${response.status === 201 ? 'Created' : 'Updated'} entity ${id}.`)
      await refreshEntities(queryClient)
      await navigate(linkTo(id))
    },
  })
}

/** Tells whether the id or identifier is in use: if so, Create updates the entity (interface 4.2.1). */
function UpsertHint({ id, identifier, definition }: Record<'id' | 'identifier' | 'definition', string>) {
  const { data, error } = useQuery({
    queryKey: ['entities', 'upsert', id, identifier],
    enabled: id !== '' || identifier !== '',
    queryFn: async () => (await findEntity(id ? { id: Number(id) } : { identifier })) ?? null,
  })
  const existingDefinition = data && nameInLink(data.entitydefinition.href)

  if (id === '' && identifier === '') return null

  return (
    <p role="status" className={`w-full text-sm ${data ? 'text-orange' : ''}`}>
      {data === undefined && (error ? `Could not check whether it is in use: ${error.message}` : 'Checking…')}
      {data === null && 'Available: the new entity will use it.'}
      {data &&
        (existingDefinition === definition
          ? `In use: this request will update entity ${data.id} instead.`
          : `In use by entity ${data.id} (${existingDefinition}), so the request will be rejected.`)}
    </p>
  )
}
