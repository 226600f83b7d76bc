import { useParams, useNavigate } from '@tanstack/react-router'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { failuresOf, RequestFailed } from '../../service/client.ts'
import { Page } from '../../ui/layout/page.tsx'
import { linkTo } from '../../lib/addresses.ts'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/commands.ts'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { endsOf, type WholeEntity } from '../../parts/entity/members.ts'
import { offerUndo } from '../../parts/sandbox/undo.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Conflict } from './conflict.tsx'
import { draftOf } from './draft.ts'
import { DraftEditor } from './draft-editor.tsx'
import { useOpenedEntity, useUnsavedWarning, useSave } from './use-save.ts'

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
