import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import { useState } from 'react'
import { RequestFailed } from '../../service/client.ts'
import type { DefinitionAnswer, EntityAnswer } from '../../service/shapes.ts'
import { useCommands } from '../../commands/registry.ts'
import { Page } from '../../ui/page.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Conflict } from './conflict.tsx'
import { asWritten, culturesFor } from './draft.ts'
import { DraftEditor, type EntityDraft } from './draft-editor.tsx'
import { EditLayout } from './edit-layout.tsx'
import { endsOf, relatedIds } from './relation-draft.ts'
import { useSave } from './use-save.ts'

interface EditFormProps {
  readonly entity: EntityAnswer
  readonly definition: DefinitionAnswer
  readonly etag: string | undefined
}

/** An entity's properties and relations, and beside them the requests that save them. */
export function EditForm({ definition, ...current }: EditFormProps) {
  // What is being edited stays as it was opened, whoever changes the entity meanwhile.
  const [{ entity, etag }] = useState(current)
  const { id } = entity
  const { tab = 'form' } = useSearch({ from: '/entities/$id/edit' })
  const navigate = useNavigate({ from: '/entities/$id/edit' })
  const ends = endsOf(definition)
  const [opened] = useState<EntityDraft>({
    properties: asWritten(entity.properties, definition),
    relations: relatedIds(entity, ends),
  })
  const [draft, setDraft] = useState(opened)
  const [sendsAll, setSendsAll] = useState(true)
  const leave = () => navigate({ to: '/entities/$id', params: { id: String(id) } })
  const { save, steps, adopt, changed, changedEnds } = useSave({
    id,
    ends,
    opened: { ...opened, etag },
    draft,
    sendsAll,
    onSaved: () => {
      toast(`Saved entity ${id}.`)

      return leave()
    },
  })
  const isChanged = changed.length > 0
  const failed = save.error instanceof RequestFailed ? save.error : undefined

  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isChanged || save.isSuccess || save.isPending || current.pathname === next.pathname) return false

      return !(await confirm({
        title: 'Leave without saving?',
        body: `${changed.join(', ')} would stay as ${changed.length === 1 ? 'it was' : 'they were'}.`,
        action: 'Discard the changes',
      }))
    },
    enableBeforeUnload: isChanged && !save.isSuccess,
  })
  useCommands([
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
          <SubmitButton
            label="Save"
            command="Save"
            Icon={Save}
            pending="Saving…"
            isPending={save.isPending}
            run={() => save.mutate({ overwrites: false })}
          />
        </>
      }
    >
      {failed?.status === 412 ? (
        <Conflict
          id={id}
          definition={definition}
          ends={ends}
          mine={draft}
          keepMine={() => save.mutate({ overwrites: true })}
          takeTheirs={({ etag, ...theirs }) => {
            setDraft(theirs)
            adopt({ ...theirs, etag })
            save.reset()
          }}
        />
      ) : (
        save.error && <FailureNotice error={save.error} />
      )}
      <EditLayout
        preview={
          <RequestPreview requests={steps}>
            <label className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={!sendsAll}
                onChange={({ target }) => setSendsAll(!target.checked)}
              />
              Send changed properties only
            </label>
            <p className="text-sm text-muted">
              {isChanged ? `Changed: ${changed.join(', ')}.` : 'Nothing is changed yet.'} PUT ignores{' '}
              <s>id</s>, <s>entitydefinition</s>, <s>relations</s> and <s>self</s>, so they are left out; a
              relation is saved by a request of its own.
            </p>
          </RequestPreview>
        }
      >
        <DraftEditor
          definition={definition}
          ends={ends}
          draft={draft}
          cultures={culturesFor(definition, entity.cultures)}
          changedEnds={changedEnds}
          problems={failed?.fields ?? {}}
          tab={tab}
          choose={(tab) =>
            void navigate({ search: { tab: tab === 'form' ? undefined : tab }, replace: true })
          }
          change={setDraft}
        />
      </EditLayout>
    </Page>
  )
}
