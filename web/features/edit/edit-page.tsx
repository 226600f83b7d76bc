import { useParams, useNavigate } from '@tanstack/react-router'
import { FailureNotice } from '../../parts/query-result.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { failuresOf, RequestFailed, type OutgoingRequest } from '../../service/client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { linkTo } from '../../lib/addresses.ts'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Conflict } from './conflict.tsx'
import { toInput, endsOf, relatedIds } from './draft.ts'
import { DraftEditor, type EntityDraft } from './draft-editor.tsx'
import { useOpenedEntity, type OpenedEntity } from './use-save.ts'
import { useUnsavedWarning, useSave } from './use-save.ts'

export function EditPage() {
  const id = Number(useParams({ from: '/entities/$id/edit' }).id)

  return <EntityEditor key={id} id={id} />
}

function EntityEditor({ id }: { id: number }) {
  const { opened, query } = useOpenedEntity(id)

  return opened ? (
    <EditForm {...opened} />
  ) : (
    <Page title={`Edit entity ${id}`}>
      <QueryResult query={query} rows={10} />
    </Page>
  )
}

/** The properties and relations of an entity, and beside them the requests that save them. */
function EditForm({ definition, entity, etag }: OpenedEntity) {
  const { id } = entity
  const navigate = useNavigate()
  const undo = useUndo()
  const ends = endsOf(definition)
  const [initialDraft] = useState<EntityDraft>({
    properties: toInput(entity.properties, definition),
    relations: relatedIds(entity, ends),
  })
  const [draft, setDraft] = useState(initialDraft)
  const [sendsAll, setSendsAll] = useState(true)
  const leave = () => navigate(linkTo(id))
  const { save, steps, rebase, changedNames, changedEnds } = useSave({
    id,
    ends,
    initial: { ...initialDraft, etag },
    draft,
    sendsAll,
    onSaved: (changes, isRest) => {
      undo.offer(`Saved ${isRest ? 'the rest of ' : ''}entity ${id}.`, changes)

      return leave()
    },
  })

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
      {save.error instanceof RequestFailed && save.error.status === 412 ? (
        <Conflict
          id={id}
          definition={definition}
          ends={ends}
          mine={draft}
          keepMine={() => save.mutate({ overwrites: true })}
          takeTheirs={({ etag, ...theirs }) => {
            setDraft(theirs)
            rebase({ ...theirs, etag })
            save.reset()
          }}
        />
      ) : (
        save.error && <FailureNotice error={save.error} />
      )}
      <DraftEditor
        definition={definition}
        draft={draft}
        cultures={entity.cultures}
        changedEnds={changedEnds}
        problems={failuresOf(save.error)}
        change={setDraft}
        preview={
          <SavePreview
            steps={steps}
            changedNames={changedNames}
            sendsAll={sendsAll}
            setSendsAll={setSendsAll}
          />
        }
      />
    </Page>
  )
}

interface SavePreviewProps {
  readonly steps: readonly OutgoingRequest[]
  readonly changedNames: readonly string[]
  readonly sendsAll: boolean
  readonly setSendsAll: (sendsAll: boolean) => void
}

/** The requests that Save sends, and the members that they change. */
function SavePreview({ steps, changedNames, sendsAll, setSendsAll }: SavePreviewProps) {
  return (
    <RequestPreview requests={steps}>
      <label className="flex items-center gap-2">
        <input type="checkbox" checked={!sendsAll} onChange={({ target }) => setSendsAll(!target.checked)} />
        Send changed properties only
      </label>
      <p className="text-sm text-muted">
        {changedNames.length > 0 ? `Changed: ${changedNames.join(', ')}.` : 'No changes yet.'} PUT ignores{' '}
        <s>id</s>, <s>entitydefinition</s>, <s>relations</s> and <s>self</s>, so they are omitted; each
        changed relation is saved with its own request.
      </p>
    </RequestPreview>
  )
}
