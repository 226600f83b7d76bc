import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { RequestFailed } from '../../service/client.ts'
import { refreshEntities, updateEntity } from '../../service/entities.ts'
import type { DefinitionAnswer, EntityAnswer } from '../../service/shapes.ts'
import { useCommands } from '../../commands/registry.ts'
import { Page } from '../../shell/page.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { RequestPreview } from '../../ui/request-preview.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Conflict } from './conflict.tsx'
import { asWritten, changedIn, culturesFor } from './draft.ts'
import { DraftEditor } from './draft-editor.tsx'

interface EditFormProps {
  readonly entity: EntityAnswer
  readonly definition: DefinitionAnswer
  readonly etag: string | undefined
}

/** An entity's properties, and beside them the request that saves them. */
export function EditForm({ definition, ...current }: EditFormProps) {
  // What is being edited stays as it was opened, whoever changes the entity meanwhile.
  const [{ entity, etag }] = useState(current)
  const { id } = entity
  const before = asWritten(entity.properties, definition)
  const [draft, setDraft] = useState(before)
  const [sendsAll, setSendsAll] = useState(true)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const changed = changedIn(draft, before)
  const isChanged = Object.keys(changed).length > 0
  const body = { properties: sendsAll ? draft : changed }
  const leave = () => navigate({ to: '/entities/$id', params: { id: String(id) } })
  const save = useMutation({
    mutationFn: (ifMatch: string | undefined) => updateEntity(id, body, ifMatch),
    onSuccess: async () => {
      queries.removeQueries({ queryKey: ['entities', 'whole', id] })
      queries.removeQueries({ queryKey: ['entities', 'answer', id] })
      await refreshEntities(queries)
      toast(`Saved entity ${id}.`)
      await leave()
    },
  })
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged && !save.isSuccess && !save.isPending,
    enableBeforeUnload: isChanged && !save.isSuccess,
    withResolver: true,
  })
  const failed = save.error instanceof RequestFailed ? save.error : undefined

  useCommands([
    { id: 'save', label: 'Save', group: 'This view', keys: 'Mod+Enter', run: () => save.mutate(etag) },
    { id: 'leave', label: 'Leave the form', group: 'This view', keys: 'Escape', run: () => void leave() },
  ])

  return (
    <Page
      title={`Edit entity ${id}`}
      actions={
        <>
          <button type="button" className="button" onClick={() => void leave()}>
            Cancel
          </button>
          <button
            type="button"
            className="button"
            data-tone="primary"
            disabled={save.isPending}
            title="Save (Mod+Enter)"
            onClick={() => save.mutate(etag)}
          >
            <Save size={14} aria-hidden />
            {save.isPending ? 'Saving…' : 'Save'}
          </button>
        </>
      }
    >
      {failed?.status === 412 ? (
        <Conflict
          id={id}
          definition={definition}
          mine={draft}
          keepMine={() => save.mutate(undefined)}
          takeTheirs={(theirs) => {
            setDraft(theirs)
            save.reset()
          }}
        />
      ) : (
        save.error && <FailureNotice error={save.error} />
      )}
      <div className="grid min-h-0 flex-1 overflow-auto lg:grid-cols-[minmax(0,1fr)_minmax(0,440px)]">
        <DraftEditor
          definition={definition}
          draft={draft}
          cultures={culturesFor(definition, entity.cultures)}
          problems={failed?.fields ?? {}}
          change={setDraft}
        />
        <aside
          aria-label="What will be sent"
          className="min-h-0 overflow-auto border-line p-3 max-lg:border-t lg:border-l"
        >
          <RequestPreview
            method="PUT"
            path={`/api/entities/${id}`}
            body={body}
            {...(etag ? { headers: { 'If-Match': etag } } : {})}
          >
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={!sendsAll}
                onChange={({ target }) => setSendsAll(!target.checked)}
              />
              Send changed properties only
            </label>
            <p className="text-sm text-muted">
              {isChanged ? `Changed: ${Object.keys(changed).join(', ')}.` : 'Nothing is changed yet.'}{' '}
              <s>id</s>, <s>entitydefinition</s>, <s>relations</s> and <s>self</s> are left out: PUT ignores
              them.
            </p>
          </RequestPreview>
        </aside>
      </div>
      <ConfirmDialog
        isOpen={blocker.status === 'blocked'}
        title="Leave without saving?"
        action="Discard the changes"
        confirm={() => blocker.proceed?.()}
        cancel={() => blocker.reset?.()}
      >
        {Object.keys(changed).join(', ')} would stay as{' '}
        {Object.keys(changed).length === 1 ? 'it was' : 'they were'}.
      </ConfirmDialog>
    </Page>
  )
}
