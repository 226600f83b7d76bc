import { useQuery, useMutation } from '@tanstack/react-query'
import { useSearch, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { labelOf } from '../../lib/format.ts'
import { absoluteServiceUrl, nameInLink, linkTo } from '../../lib/page-addresses.ts'
import { endsOf } from '../../parts/entity/members.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { entityCountsQuery, definitionQuery, type EntityDefinition } from '../../service/entity-queries.ts'
import { queryClient, RequestFailed, send, sendOrThrow } from '../../service/service-client.ts'
import { Select, TextField } from '../../ui/controls/field.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { DraftForm } from './draft-editor.tsx'
import { changedEnds, relationBodies, type EntityDraft } from './entity-draft.ts'

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

/** Throws an error that leads to the entity that has one of these, of whatever definition. */
async function refuseToUpdate({ id, identifier }: { id?: number; identifier?: string }): Promise<void> {
  for (const [name, value] of Object.entries({ id, identifier })) {
    const path = `/api/entities/${name === 'id' ? '' : 'identifier/'}${encodeURIComponent(value ?? '')}`
    const message = `An entity with the ${name} ${value} exists: edit that one, or choose another ${name}.`
    const refusal = new RequestFailed({ method: 'POST', path: '/api/entities' }, 0, message)
    const found = value ? await send({ method: 'GET', path }) : undefined

    if (found?.status === 200) throw Object.assign(refusal, { entity: Number(JSON.parse(found.text).id) })
  }
}

/** The members of a new entity, and beside them the request that creates it. */
function CreateForm({ definition }: { definition: EntityDefinition }) {
  const [draft, setDraft] = useState<EntityDraft>({ properties: {}, relations: {} })
  const [id, setId] = useState('')
  const [identifier, setIdentifier] = useState('')
  const navigate = useNavigate()
  const changed = changedEnds(draft.relations, {}, endsOf(definition))
  const relations = relationBodies(draft.relations, changed)
  const properties = Object.fromEntries(Object.entries(draft.properties).filter(([, each]) => each !== null))
  const body = {
    ...(id ? { id: Number(id) } : {}),
    ...(identifier ? { identifier } : {}),
    entitydefinition: {
      href: `${absoluteServiceUrl}/api/entitydefinitions/${encodeURIComponent(definition.name)}`,
    },
    properties,
    ...(changed.length > 0 ? { relations } : {}),
  }
  // Without the header, it would update an entity with the same id or identifier (interface 4.2.1).
  const request = { method: 'POST', path: '/api/entities', headers: { 'If-None-Match': '*' }, json: body }
  const save = useMutation({
    mutationFn: () =>
      sendOrThrow(request).catch(async (error: unknown) => {
        if (error instanceof RequestFailed && /400|412/.test(`${error.status}`)) await refuseToUpdate(body)
        throw error
      }),
    onSuccess: async (response) => {
      const id = nameInLink(response.headers.get('Location') ?? '')

      offerUndo(`Created entity ${id}.`)
      await queryClient.invalidateQueries()
      await navigate(linkTo(id))
    },
  })

  return (
    <DraftForm
      title={`New ${definition.name}`}
      place="page"
      action={['Create entity', Plus, 'Creating…']}
      requests={[request]}
      leave={() => void navigate({ to: '/entities' })}
      {...{ save, definition, draft, changed }}
      changedNames={[
        ...(id ? ['Id'] : []),
        ...(identifier ? ['Identifier'] : []),
        ...Object.keys(properties),
        ...Object.keys(relations),
      ]}
      change={setDraft}
    >
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
      </div>
    </DraftForm>
  )
}
