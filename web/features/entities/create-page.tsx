import { useQuery, useMutation } from '@tanstack/react-query'
import { useSearch, useNavigate } from '@tanstack/react-router'
import { entityCountsQuery, definitionQuery, type EntityDefinition } from '../../service/entity-queries.ts'
import { labelOf } from '../../lib/format.ts'
import { Page } from '../../ui/layout/page.tsx'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { absoluteServiceUrl, nameInLink, linkTo } from '../../lib/page-addresses.ts'
import { endsOf } from '../../parts/entity/members.ts'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import {
  client,
  failuresOf,
  ifFound,
  queryClient,
  sendOrThrow,
  type OutgoingRequest,
} from '../../service/service-client.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { changedEnds, relationBodies, type EntityDraft } from './entity-draft.ts'
import { DraftEditor } from './draft-editor.tsx'
import { useUnsavedWarning } from './use-save.ts'

/** A new entity: first its definition, then its members. */
export function CreatePage() {
  const { definition: name } = useSearch({ from: '/entities/new' })
  const definition = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })
  if (definition.data) return <CreateForm key={name} definition={definition.data} />

  return (
    <Page>
      <div className="flex flex-col items-start gap-3 p-3">
        <p className="text-muted">Choose the definition of the new entity.</p>
        <DefinitionSelect current={name} />
      </div>
      {name && <QueryResult query={definition} rows={10} />}
    </Page>
  )
}

function DefinitionSelect({ current = '' }: { current?: string | undefined }) {
  const { definitions = [] } = useQuery(entityCountsQuery(undefined)).data ?? {}
  const navigate = useNavigate({ from: '/entities/new' })

  return (
    <Select<string>
      label="Definition"
      value={current}
      options={definitions.map(({ name, labels }) => {
        const label = labelOf(labels, name)

        return [name, label === name ? name : `${name} · ${label}`] as const
      })}
      choose={(definition) => void navigate({ search: { definition }, replace: true })}
    />
  )
}

/** The members of a new entity, and beside them the request that creates it. */
function CreateForm({ definition }: { definition: EntityDefinition }) {
  const [draft, setDraft] = useState<EntityDraft>({ properties: {}, relations: {} })
  const [id, setId] = useState('')
  const [identifier, setIdentifier] = useState('')
  const navigate = useNavigate()
  const changed = changedEnds(draft.relations, {}, endsOf(definition))
  const relations = relationBodies(draft.relations, changed)
  const properties = Object.fromEntries(
    Object.entries(draft.properties).filter(([, value]) => value !== null),
  )
  const body = {
    ...(id ? { id: Number(id) } : {}),
    ...(identifier ? { identifier } : {}),
    entitydefinition: {
      href: `${absoluteServiceUrl}/api/entitydefinitions/${encodeURIComponent(definition.name)}`,
    },
    properties,
    ...(changed.length > 0 ? { relations } : {}),
  }
  const request = { method: 'POST', path: '/api/entities', json: body }
  const create = useCreate(request)

  useUnsavedWarning(
    [
      ...(id ? ['Id'] : []),
      ...(identifier ? ['Identifier'] : []),
      ...Object.keys(properties),
      ...Object.keys(relations),
    ],
    create.isPending || create.isSuccess,
  )
  useCommands([{ label: 'Leave the form', keys: 'Escape', run: () => void navigate({ to: '/entities' }) }])

  return (
    <Page
      title={`New ${definition.name}`}
      actions={
        <SubmitButton
          label="Create entity"
          Icon={Plus}
          pending="Creating…"
          isPending={create.isPending}
          run={() => create.mutate()}
        />
      }
    >
      {create.error && <FailureNotice error={create.error} />}
      <BesideRequests label="Preview" requests={[request]}>
        <div className="flex shrink-0 flex-wrap items-end gap-3 border-b border-line p-3">
          <DefinitionSelect current={definition.name} />
          <TextField
            label="Id (optional)"
            className="w-32 font-mono"
            inputMode="numeric"
            placeholder="next free id"
            value={id}
            change={(text) => setId(text.replaceAll(/\D/g, ''))}
          />
          <TextField
            label="Identifier (optional)"
            className="w-64 font-mono"
            placeholder="random"
            value={identifier}
            change={(text) => setIdentifier(text.trim())}
          />
          <UpsertHint id={id} identifier={identifier} definition={definition.name} />
        </div>
        <DraftEditor
          {...{ definition, draft, changed }}
          problems={failuresOf(create.error)}
          change={setDraft}
        />
      </BesideRequests>
    </Page>
  )
}

/** Sends the request, shows a notice with the result, and opens the entity. */
function useCreate(request: OutgoingRequest) {
  const navigate = useNavigate()

  return useMutation({
    mutationFn: () => sendOrThrow(request),
    onSuccess: async (response) => {
      const id = nameInLink(response.headers.get('Location') ?? '')

      offerUndo(`${response.status === 201 ? 'Created' : 'Updated'} entity ${id}.`)
      await queryClient.invalidateQueries()
      await navigate(linkTo(id))
    },
  })
}

/** Tells whether the id or identifier is in use: if so, Create updates the entity (interface 4.2.1). */
function UpsertHint({ id, identifier, definition }: Record<'id' | 'identifier' | 'definition', string>) {
  const { data, error } = useQuery({
    queryKey: ['entities', 'upsert', id, identifier],
    enabled: id !== '' || identifier !== '',
    queryFn: async () => {
      const found = await ifFound(
        id
          ? client.GET('/api/entities/{id}', { path: { id: Number(id) } })
          : client.GET('/api/entities/identifier/{identifier}', { path: { identifier } }),
      )

      return found?.data ?? null
    },
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
