import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { CopyPlus } from 'lucide-react'
import { useState } from 'react'
import { linkTo, nameInLink } from '../../lib/page-addresses.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { useWholeEntity, type WholeEntity } from '../../parts/entity/members.ts'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { SubmitButton } from '../../parts/submit-button.tsx'
import {
  failureAt,
  failuresOf,
  queryClient,
  sendOrThrow,
  type Failures,
} from '../../service/service-client.ts'
import { copyPlanQuery, entityPageQuery, listedEntitiesQuery } from '../../service/entity-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, focusOnMount, Problem, Select } from '../../ui/controls/field.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { bodyOf, emptyDraft, type CopyDraft } from './rules.ts'
import { useGoBack } from '../../ui/layout/page.tsx'
import { RulesTable } from './rules-table.tsx'

/** The dialog that copies an entity, which links can open. */
export function CopyDialog() {
  const id = Number(useParams({ from: '/entities/$id/copy' }).id)
  const source = useWholeEntity(id)
  const close = useGoBack(linkTo(id))

  return (
    <Modal
      title={`Copy entity ${id}`}
      close={close}
      className="h-full w-380 max-sm:max-h-dvh max-sm:max-w-dvw max-sm:rounded-none"
    >
      <QueryResult query={source} rows={10}>
        {(whole) => <CopyForm {...whole} close={close} />}
      </QueryResult>
    </Modal>
  )
}

/** The rules of a copy with what becomes of each member, and beside them its request. */
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
    (planned) => planned.source.id === id,
  )

  return (
    <>
      <BesideRequests label="Request" requests={[request]}>
        <DestinationFields {...{ draft, problems }} definition={definition.name} change={setDraft} />
        <RulesTable
          definition={definition.name}
          source={source}
          rules={draft.rules}
          path={[]}
          place=""
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
              : plan.data &&
                `Creates ${plan.data.creates.length}, updates ${plan.data.changes.length}, and changes references of ${plan.data.affects.length} entities.`}
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

/** The target of the copy, a new entity or an existing one, and its optional profile. */
function DestinationFields(props: {
  draft: CopyDraft
  /** The definition of the source. */
  definition: string
  problems: Failures
  change: (draft: CopyDraft) => void
}) {
  const { draft, definition, problems, change } = props
  const { destination } = draft
  const profiles = useQuery(entityPageQuery({ definition: 'M.CopyProfile' }, 0)).data?.items ?? []
  const target = useQuery(listedEntitiesQuery(destination ? [destination] : [])).data?.get(destination ?? 0)

  return (
    <div className="flex flex-wrap items-start gap-3 border-b border-line p-3">
      <Select
        label="Target"
        // The dialog may open before its content has loaded.
        ref={focusOnMount}
        value={destination === undefined ? 'new' : 'existing'}
        options={[
          ['new', 'A new entity'],
          ['existing', 'An existing entity (will be updated)'],
        ]}
        choose={(choice) => change({ ...draft, destination: choice === 'new' ? undefined : null })}
      />
      {destination !== undefined && (
        <Field label="Entity to update" className="w-60">
          <EntityPicker
            label="Target entity"
            definition={definition}
            choose={({ id }) => change({ ...draft, destination: id })}
          />
          {destination && <span className="pill">{target?.title ?? destination}</span>}
          <Problem text={failureAt(problems, 'destination_entity_id')} />
        </Field>
      )}
      <div className="flex flex-col gap-1">
        <Select<string>
          label="Copy profile"
          value={draft.profile}
          options={[['', 'none'], ...profiles.map(({ identifier, title }) => [identifier, title] as const)]}
          choose={(profile) => change({ ...draft, profile })}
        />
        <Problem text={failureAt(problems, 'copy_profile_identifier')} />
      </div>
    </div>
  )
}
