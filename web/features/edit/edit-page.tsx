import { useParams, useNavigate } from '@tanstack/react-router'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { failuresOf, RequestFailed } from '../../service/service-client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { linkTo } from '../../lib/page-addresses.ts'
import { Save, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { endsOf, type WholeEntity } from '../../parts/entity/members.ts'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { draftOf, changedProperties, changedEnds, type EntityDraft } from './entity-draft.ts'
import { DraftEditor } from './draft-editor.tsx'
import { useOpenedEntity, useUnsavedWarning, useSave, type StoredEntity } from './use-save.ts'
import { useQuery } from '@tanstack/react-query'
import { type EntityDefinition, listedEntitiesQuery, wholeEntityQuery } from '../../service/entity-queries.ts'
import { textOrJson } from '../../lib/format.ts'

export function EditPage() {
  const id = Number(useParams({ from: '/entities/$id/edit' }).id)
  const { opened, query } = useOpenedEntity(id)

  if (opened) return <EditForm {...opened} />

  return (
    <Page title={`Edit entity ${id}`}>
      <QueryResult query={query} rows={10} />
    </Page>
  )
}

/** The properties and relations of an entity, and beside them the requests that save them. */
function EditForm({ definition, entity, etag }: WholeEntity) {
  const { id } = entity
  const navigate = useNavigate()
  const [initial] = useState(() => draftOf(entity, definition))
  const [draft, setDraft] = useState(initial)
  const [sendsAll, setSendsAll] = useState(true)
  const leave = () => navigate(linkTo(id))
  const { save, steps, rebase, changedNames, changedEnds } = useSave({
    id,
    ends: endsOf(definition),
    initial: { ...initial, etag },
    draft,
    sendsAll,
    onSaved: (changes, isRest) => {
      offerUndo(`Saved ${isRest ? 'the rest of ' : ''}entity ${id}.`, { changes })

      return leave()
    },
  })
  const isConflict = save.error instanceof RequestFailed && save.error.status === 412

  useUnsavedWarning(changedNames, save.isPending || save.isSuccess)
  useCommands([{ label: 'Leave the form', keys: 'Escape', run: () => void leave() }])

  return (
    <Page
      title={`Edit entity ${id}`}
      actions={
        <>
          <Button onClick={() => void leave()}>Cancel</Button>
          <SubmitButton
            label="Save"
            Icon={Save}
            pending="Saving…"
            isPending={save.isPending}
            run={() => save.mutate({ overwrites: false })}
          />
        </>
      }
    >
      {isConflict && (
        <Conflict
          {...{ id, definition, mine: draft }}
          keepMine={() => save.mutate({ overwrites: true })}
          takeTheirs={({ etag, ...theirs }) => {
            setDraft(theirs)
            rebase({ ...theirs, etag })
            save.reset()
          }}
        />
      )}
      {save.error && !isConflict && <FailureNotice error={save.error} />}
      <BesideRequests
        label="Preview"
        requests={steps}
        note={
          <>
            <label className="flex items-center gap-2">
              <input type="checkbox" checked={!sendsAll} onChange={() => setSendsAll(!sendsAll)} />
              Send changed properties only
            </label>
            <p className="text-sm text-muted">
              {changedNames.length > 0 ? `Changed: ${changedNames.join(', ')}.` : 'No changes yet.'} PUT
              ignores <s>id</s>, <s>entitydefinition</s>, <s>relations</s> and <s>self</s>, so they are
              omitted; each changed relation is saved with its own request.
            </p>
          </>
        }
      >
        <DraftEditor
          {...{ definition, draft, changed: changedEnds, cultures: entity.cultures }}
          problems={failuresOf(save.error)}
          change={setDraft}
        />
      </BesideRequests>
    </Page>
  )
}

interface ConflictProps {
  readonly id: number
  readonly definition: EntityDefinition
  readonly mine: EntityDraft
  readonly keepMine: () => void
  readonly takeTheirs: (theirs: StoredEntity) => void
}

/** Shown if someone else has saved in the meantime: the differences, and buttons to keep either version. */
function Conflict({ id, definition, mine, keepMine, takeTheirs }: ConflictProps) {
  const { data, error } = useQuery({
    ...wholeEntityQuery(id),
    // A separate key, because the form still uses the cached version that was opened.
    queryKey: ['entities', 'conflict', id],
    // What an earlier conflict showed is never taken for theirs.
    staleTime: 0,
    gcTime: 0,
  })
  const theirs = data && { ...draftOf(data.entity, definition), etag: data.etag }

  return (
    <div
      role="alert"
      className="m-3 max-h-1/2 overflow-y-auto rounded border border-orange bg-orange-soft p-3"
    >
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="shrink-0 text-orange" aria-hidden />
        Someone else changed entity {id} while you were editing it.
      </p>
      {error && <p className="mt-2 text-red">{error.message}</p>}
      {theirs && <Differences definition={definition} mine={mine} theirs={theirs} />}
      <div className="mt-3 flex gap-2">
        <Button onClick={keepMine}>Keep mine</Button>
        <Button disabled={!theirs} onClick={() => theirs && takeTheirs(theirs)}>
          Take theirs
        </Button>
      </div>
    </div>
  )
}

function Differences({
  definition,
  mine,
  theirs,
}: Record<'mine' | 'theirs', EntityDraft> & Pick<ConflictProps, 'definition'>) {
  const ends = changedEnds(mine.relations, theirs.relations, endsOf(definition))
  const ids = ends.flatMap(({ key }) => [...(mine.relations[key] ?? []), ...(theirs.relations[key] ?? [])])
  const listItems = useQuery(listedEntitiesQuery(ids)).data
  const titlesOf = (ids: readonly number[] = []) =>
    ids.map((id) => listItems?.get(id)?.title ?? id).join(', ') || 'none'
  const rows = [
    ...Object.keys(changedProperties(mine.properties, theirs.properties)).map((name) => ({
      key: name,
      name,
      values: [mine, theirs].map(({ properties }) => textOrJson(properties[name])),
    })),
    ...ends.map(({ key, name }) => ({
      key,
      name,
      values: [mine, theirs].map(({ relations }) => titlesOf(relations[key])),
    })),
  ]

  return (
    <table className="mt-2 w-full table-fixed text-left">
      <thead className="text-sm text-muted">
        <tr>
          {['Member', 'Mine', 'Theirs'].map((header) => (
            <th key={header} className="font-normal">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, values }) => (
          <tr key={key} className="align-top">
            <th className="truncate pr-2 font-medium">{name}</th>
            {values.map((value, index) => (
              <td key={index} className="break-words pr-2">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
