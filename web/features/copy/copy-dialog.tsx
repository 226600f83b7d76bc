import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { useQuery, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import {
  listedEntitiesQuery,
  type DefinitionResponse,
  type EntityResponse,
  refreshEntities,
} from '../../service/entities.ts'
import { useWholeEntity } from '../../parts/entity/use-whole-entity.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { FailureNotice } from '../../parts/query-result.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { failuresOf } from '../../service/client.ts'
import { copyEntity, copyPlanQuery } from '../../service/copy.ts'
import { RequestPreview } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { useUndo } from '../../parts/sandbox/use-undo.ts'
import { PlanView, planSentence } from './plan-view.tsx'
import { bodyOf, emptyDraft, type CopyDraft } from './rules.ts'
import { RulesEditor } from './rules-editor.tsx'
import { TargetFields } from './target-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'

/** The dialog that copies an entity, which links can open. */
export function CopyDialog() {
  const id = Number(useParams({ from: '/entities/$id/copy' }).id)
  const source = useWholeEntity(id)
  const listItem = useQuery(listedEntitiesQuery([id])).data?.get(id)
  const router = useRouter()
  const navigate = useNavigate()
  const canGoBack = useCanGoBack()

  /** Goes back to the previous page, or to the entity if the dialog was opened by a link. */
  const close = () => {
    if (canGoBack) router.history.back()
    else void navigate({ ...linkTo(id), replace: true })
  }

  return (
    <Modal
      title={`Copy entity ${id}${listItem ? `: ${listItem.title}` : ''}`}
      close={close}
      className="h-full w-380 max-sm:max-h-dvh max-sm:max-w-dvw max-sm:rounded-none"
    >
      <QueryResult query={source} rows={10} />
      {source.data && (
        <CopyForm key={id} source={source.data.entity} definition={source.data.definition} close={close} />
      )}
    </Modal>
  )
}

interface CopyFormProps {
  readonly source: EntityResponse
  readonly definition: DefinitionResponse
  readonly close: () => void
}

/** The rules of a copy, and beside them its request and plan. */
function CopyForm({ source, definition, close }: CopyFormProps) {
  const { id } = source
  const [draft, changeDraft] = useState(emptyDraft)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const undo = useUndo()
  const body = bodyOf(draft)
  const plan = useQuery({ ...copyPlanQuery(id, body), placeholderData: keepPreviousData })
  const copy = useMutation({
    mutationFn: () => copyEntity(id, body),
    onSuccess: async (response) => {
      const target = Number(nameInLink(response.headers.get('Location') ?? ''))

      undo.offer(`Copied to ${target}.`)
      await refreshEntities(queryClient)
      await navigate({ ...linkTo(target), replace: true })
    },
  })
  const setDraft = (draft: CopyDraft) => {
    changeDraft(draft)
    // The error is that of the previous rules.
    if (copy.isError) copy.reset()
  }
  const rejection = copy.error ?? plan.error
  const problems = failuresOf(rejection)
  const [problem] = Object.values(problems)
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
          <RequestPreview requests={[{ method: 'POST', path: `/api/entities/${id}/copy`, json: body }]} />
          {plan.data && !plan.error && <PlanView plan={plan.data} />}
        </aside>
      </div>
      {rejection && problem === undefined && <FailureNotice error={rejection} />}
      <div className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-line p-2">
        <span role="status" className={`mr-auto px-1 ${rejection ? 'text-red' : 'text-muted'}`}>
          {draft.destination === null
            ? 'Choose the entity to update.'
            : rejection
              ? problem && `${copy.error ? 'Rejected' : 'This would be rejected'}: ${problem}`
              : plan.data && planSentence(plan.data)}
        </span>
        <Button onClick={close}>Cancel</Button>
        <SubmitButton
          label="Copy"
          Icon={CopyPlus}
          pending="Copying…"
          isPending={copy.isPending}
          isDisabled={draft.destination === null}
          run={() => copy.mutate()}
        />
      </div>
    </>
  )
}
