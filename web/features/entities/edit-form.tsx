import { useQuery } from '@tanstack/react-query'
import { Save, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { textOrJson } from '../../lib/format.ts'
import type { Json } from '../../lib/parse-json.ts'
import type { WholeEntity } from '../../parts/entity/members.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { listedEntitiesQuery } from '../../service/entity-queries.ts'
import { DraftForm, type DraftFormProps } from './draft-editor.tsx'
import { draftOf, isSame, merge, type EntityDraft } from './entity-draft.ts'
import { useGoBack } from '../../ui/layout/page.tsx'
import { isConflict, useOpenedEntity, useSave } from './use-save.ts'

type Place = Pick<DraftFormProps, 'place'>

/** The form of an entity, in the place of the entity. */
export function EditView({ id, place }: Place & { id: number }) {
  const { opened, query } = useOpenedEntity(id)

  return opened ? <EditForm {...opened} place={place} /> : <QueryResult query={query} rows={10} />
}

/** The properties and relations of an entity, and beside them the requests that save them. */
function EditForm({ definition, entity, etag, place }: WholeEntity & Place) {
  const { id } = entity
  const [initial] = useState(() => draftOf(entity, definition))
  const [draft, setDraft] = useState(initial)
  const [conflict, setConflict] = useState<ConflictProps>()
  // To where it was opened from, or to the entity if that was a link.
  const leave = useGoBack({ to: '.', search: (before) => ({ ...before, edit: undefined }) })
  const { save, steps, changedNames, changedEnds } = useSave({
    id,
    definition,
    initial: { ...initial, etag },
    draft,
    onSaved: (changes, isRest) => {
      offerUndo(`Saved ${isRest ? 'the rest of ' : ''}entity ${id}.`, { changes })
      leave()
    },
    onFailure: (theirs, opened, error) => {
      const { draft: merged, ...fields } = merge(definition, { opened, mine: draft, theirs })

      if (isConflict(error) || fields.theirsOnly.length > 0)
        setConflict({ id, mine: draft, theirs, ...fields })
      setDraft(merged)
    },
  })

  return (
    <DraftForm
      title={`Edit entity ${id}`}
      action={['Save', Save, 'Saving…']}
      requests={steps}
      note={
        <p className="text-sm text-muted">
          {changedNames.length > 0 ? `Changed: ${changedNames.join(', ')}.` : 'No changes yet.'} Only what
          changed is sent, each relation with its own request, because PUT ignores <s>relations</s>.
        </p>
      }
      {...{ place, save, leave, definition, draft, changedNames }}
      changed={changedEnds}
      cultures={entity.cultures}
      change={setDraft}
      conflict={conflict && <Conflict {...conflict} draft={draft} change={setDraft} />}
    />
  )
}

interface ConflictProps extends Omit<ReturnType<typeof merge>, 'draft'> {
  readonly id: number
  readonly mine: EntityDraft
  readonly theirs: EntityDraft
}

interface ChoicesProps extends ConflictProps {
  readonly draft: EntityDraft
  readonly change: (draft: EntityDraft) => void
}

/** Shown if someone else has saved in the meantime: both values of what both changed, one of which is chosen. */
function Conflict({ id, mine, theirs, collisions, theirsOnly, draft, change }: ChoicesProps) {
  const shown = [mine, theirs].flatMap((version) => collisions.map((field) => field.valueIn(version)))
  const ids = shown.flat().filter((value) => typeof value === 'number')
  const listItems = useQuery(listedEntitiesQuery(ids)).data
  const textOf = (value: Json) =>
    Array.isArray(value) && value.every((id) => typeof id === 'number')
      ? value.map((id) => listItems?.get(id)?.title ?? id).join(', ') || 'none'
      : textOrJson(value)

  return (
    <div
      role="alert"
      className="m-3 max-h-1/2 overflow-y-auto rounded border border-orange bg-orange-soft p-3"
    >
      <p className="flex items-center gap-2 font-medium">
        <TriangleAlert size={16} className="shrink-0 text-orange" aria-hidden />
        Someone else changed entity {id} while you were editing it.
      </p>
      <p>
        {theirsOnly.length > 0 && `Their ${theirsOnly.map(({ label }) => label).join(', ')} is kept. `}
        {collisions.length > 0
          ? 'Choose a value of what you both changed, then save.'
          : 'Save again to add your changes.'}
      </p>
      {collisions.map((field) => (
        <fieldset key={field.key} className="mt-2 grid gap-x-3 sm:grid-cols-2">
          <legend className="font-medium">{field.label}</legend>
          {Object.entries({ Mine: mine, Theirs: theirs }).map(([name, version]) => (
            <label key={name} className="flex min-w-0 items-start gap-2 py-1">
              <input
                type="radio"
                name={field.key}
                className="mt-1"
                checked={isSame(field.valueIn(draft), field.valueIn(version))}
                onChange={() => change(field.withValue(draft, field.valueIn(version)))}
              />
              <span className="min-w-0 break-words">
                <span className="text-muted">{name}:</span> {textOf(field.valueIn(version))}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </div>
  )
}
