import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { useQuery, keepPreviousData, useMutation } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { listedEntitiesQuery, copyPlanQuery } from '../../service/entities.ts'
import { useWholeEntity, type WholeEntity } from '../../parts/entity/members.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { failuresOf, queryClient, sendOrThrow } from '../../service/client.ts'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { offerUndo } from '../../parts/sandbox/undo.ts'
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
      <QueryResult query={source} rows={10}>
        {(whole) => <CopyForm {...whole} close={close} />}
      </QueryResult>
    </Modal>
  )
}

/** The rules of a copy, and beside them its request and plan. */
function CopyForm({ entity: source, definition, close }: WholeEntity & { close: () => void }) {
  const { id } = source
  const [draft, changeDraft] = useState(emptyDraft)
  const navigate = useNavigate()
  const body = bodyOf(draft)
  const plan = useQuery({ ...copyPlanQuery(id, body), placeholderData: keepPreviousData })
  const request = { method: 'POST', path: `/api/entities/${id}/copy`, json: body }
  const copy = useMutation({
    mutationFn: () => sendOrThrow(request),
    onSuccess: async (response) => {
      const target = Number(nameInLink(response.headers.get('Location') ?? ''))

      offerUndo(`Copied to ${target}.`)
      await queryClient.invalidateQueries()
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
      <BesideRequests
        label="Request and plan"
        requests={[request]}
        note={plan.data && !plan.error && <PlanView plan={plan.data} />}
      >
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
      </BesideRequests>
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
