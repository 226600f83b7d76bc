import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { nameInLink } from '../../lib/place.ts'
import { headerOf, RequestFailed } from '../../service/client.ts'
import { copyEntity, copyPlan } from '../../service/copy.ts'
import { type DefinitionAnswer, type EntityAnswer, refreshEntities } from '../../service/entities.ts'
import { FailureNotice } from '../../parts/failure-notice.tsx'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { PlanView, planSentence } from './plan-view.tsx'
import { bodyOf, emptyDraft } from './rules.ts'
import { RulesEditor } from './rules-editor.tsx'
import { TargetFields } from './target-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'

interface CopyFormProps {
  readonly source: EntityAnswer
  readonly definition: DefinitionAnswer
  readonly close: () => void
}

/** The rules of a copy, and beside them its request and what it will do. */
export function CopyForm({ source, definition, close }: CopyFormProps) {
  const { id } = source
  const [draft, setDraft] = useState(emptyDraft)
  const queries = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndo()
  const body = bodyOf(draft)
  const plan = useQuery({ ...copyPlan(id, body), placeholderData: keepPreviousData })
  const copy = useMutation({
    mutationFn: () => copyEntity(id, body),
    onSuccess: async (answer) => {
      const target = Number(nameInLink(headerOf(answer, 'Location') ?? ''))

      undo.offer(`Copied to ${target}.`)
      await refreshEntities(queries)
      await navigate({ to: '/entities/$id', params: { id: String(target) }, replace: true })
    },
  })
  const refused = copy.error ?? plan.error
  const problems = refused instanceof RequestFailed ? refused.fields : {}

  const target = [...(plan.data?.creates ?? []), ...(plan.data?.changes ?? [])].find(
    ({ reached_by }) => reached_by === null,
  )

  return (
    <>
      <div className="min-h-0 flex-1 overflow-auto lg:grid lg:grid-cols-[minmax(0,1fr)_340px] xl:grid-cols-[minmax(0,1fr)_460px] lg:overflow-hidden">
        <div className="min-w-0 lg:min-h-0 lg:overflow-y-auto">
          <TargetFields draft={draft} definition={definition} problems={problems} change={setDraft} />
          <RulesEditor
            definition={definition}
            source={source}
            rules={draft.rules}
            path={[]}
            target={plan.error ? undefined : target}
            problems={problems}
            change={(rules) => setDraft({ ...draft, rules })}
          />
        </div>
        <aside
          aria-label="Request and plan"
          className="flex min-w-0 flex-col gap-4 border-line p-3 max-lg:border-t lg:min-h-0 lg:overflow-y-auto lg:border-l"
        >
          <RequestPreview requests={[{ method: 'POST', path: `/api/entities/${id}/copy`, body }]} />
          {plan.data && !plan.error && <PlanView plan={plan.data} />}
        </aside>
      </div>
      {refused && Object.keys(problems).length === 0 && <FailureNotice error={refused} />}
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line p-2">
        <span role="status" className={`mr-auto px-1 ${refused ? 'text-red' : 'text-muted'}`}>
          {refused
            ? `This is refused: ${Object.values(problems)[0] ?? refused.message}`
            : plan.data && planSentence(plan.data)}
        </span>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton
          label="Copy"
          command="Copy the entity"
          Icon={CopyPlus}
          pending="Copying…"
          isPending={copy.isPending}
          run={() => copy.mutate()}
        />
      </div>
    </>
  )
}
