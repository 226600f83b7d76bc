import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { useQuery, keepPreviousData, useMutation } from '@tanstack/react-query'
import { useCanGoBack, useNavigate, useParams, useRouter, Link } from '@tanstack/react-router'
import {
  listedEntitiesQuery,
  copyPlanQuery,
  type CopyPlan,
  type PlannedTarget,
} from '../../service/entities.ts'
import { useWholeEntity, type WholeEntity } from '../../parts/entity/members.ts'
import { Modal } from '../../ui/overlays/modal.tsx'
import { FailureNotice, QueryResult } from '../../parts/query-result.tsx'
import { CopyPlus, Link2, Plus, RefreshCw, SkipForward, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { failuresOf, queryClient, sendOrThrow } from '../../service/client.ts'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { offerUndo } from '../../parts/sandbox/undo.ts'
import { bodyOf, emptyDraft, type CopyDraft, methodsOf } from './rules.ts'
import { RulesEditor } from './rules-editor.tsx'
import { TargetFields } from './target-fields.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { brief, counted, textOrJson } from '../../lib/format.ts'

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

/** A summary of the copy: "Creates 1 entity and copies 4 related entities; 2 properties overwritten." */
function planSentence({ creates, changes, affects }: CopyPlan): string {
  const [first] = [...creates, ...changes].filter(({ reached_by }) => reached_by === null)
  const related = creates.length + changes.length - 1
  const overwritten =
    first?.properties.filter(({ method }) => methodsOf.properties[method]?.input === 'value').length ?? 0
  const outcome = first && 'id' in first.target ? `Updates entity ${first.target.id}` : 'Creates 1 entity'
  const parts = [
    `${outcome}${related > 0 ? ` and copies ${counted(related, 'related entity', 'related entities')}` : ''}`,
    overwritten > 0 && `${counted(overwritten, 'property', 'properties')} overwritten`,
    affects.length > 0 && `references of ${counted(affects.length, 'other entity', 'other entities')} change`,
  ]

  return `${parts.filter(Boolean).join('; ')}.`
}

/** The entities that the copy would create or change, and the members that it would not copy. */
function PlanView({ plan }: { plan: CopyPlan }) {
  return (
    <section aria-label="Plan" className="flex flex-col gap-3">
      <h2 className="font-medium">Plan</h2>
      {[...plan.creates, ...plan.changes].map((target) => (
        <Target key={`${target.source.id} ${textOrJson(target.target)}`} {...target} />
      ))}
      {plan.affects.length > 0 && (
        <Group
          Icon={Link2}
          title={`References change on ${counted(plan.affects.length, 'other entity', 'other entities')}`}
        >
          {plan.affects.slice(0, 20).map(({ id, relations }) => (
            <li key={id}>
              <Link {...linkTo(id)}>{id}</Link>{' '}
              {relations
                .map(({ relation, before, after }) => `${relation} ${before.length} → ${after.length}`)
                .join(', ')}
            </li>
          ))}
          {plan.affects.length > 20 && <li>and {plan.affects.length - 20} more</li>}
        </Group>
      )}
      {plan.skips.length > 0 && (
        <Group Icon={SkipForward} title={`${counted(plan.skips.length, 'member')} not copied`}>
          {plan.skips.map(({ source, member, method, reason }) => (
            <li key={`${source.id} ${member}`}>
              <span className="font-medium">{member}</span>{' '}
              <span className="text-muted">
                of {source.id}: {method}. {reason}
              </span>
            </li>
          ))}
        </Group>
      )}
    </section>
  )
}

function Target({ target: entity, source, reached_by, properties, relations }: PlannedTarget) {
  const isNew = 'copy_of' in entity
  const rows = [
    ...properties.filter(isChanged).map(({ property: name, before, after, ...rule }) => ({
      ...rule,
      name,
      key: name,
      before: isNew ? '' : brief(before),
      after: after === null ? 'empty' : brief(after),
    })),
    ...relations.filter(isChanged).map(({ relation: name, role, before, after, ...rule }) => ({
      ...rule,
      name,
      key: `${name} ${role}`,
      before: isNew ? '' : counted(before.length, 'reference'),
      after: counted(after.length, 'reference'),
    })),
  ]
  const Icon = isNew ? Plus : RefreshCw

  return (
    <details open={reached_by === null} className="card">
      <summary className="flex cursor-pointer items-center gap-2 px-2 py-1.5">
        <Icon size={14} className={`shrink-0 ${isNew ? 'text-green' : 'text-yellow'}`} aria-hidden />
        <span className="min-w-0 flex-1 truncate">
          {isNew ? 'Creates' : 'Updates'}{' '}
          {'id' in entity ? `entity ${entity.id}` : `a copy of ${entity.copy_of}`}{' '}
          <span className="text-muted">
            {source.definition}
            {reached_by && `, by ${reached_by.relation}`}
          </span>
        </span>
      </summary>
      <table className="w-full table-fixed border-t border-line text-left text-sm">
        <thead className="text-muted">
          <tr>
            <th className="w-1/3 px-2 py-0.5 font-normal">Member</th>
            <th className="px-2 font-normal">{isNew ? 'Becomes' : 'Before → after'}</th>
            <th className="w-20 px-2 font-normal">Method</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, method, is_named, reason, before, after }) => (
            <tr key={key} className="border-t border-line/60 align-top" title={reason}>
              <th className="truncate px-2 py-0.5 font-medium">{name}</th>
              <td className="truncate px-2 py-0.5" title={after}>
                {before && <del className="text-muted">{before}</del>} {after}
              </td>
              <td className={`truncate px-2 py-0.5 ${is_named ? 'font-medium' : 'text-muted'}`}>{method}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function isChanged({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean {
  return textOrJson(before) !== textOrJson(after)
}

function Group({ Icon, title, children }: { Icon: LucideIcon; title: string; children: ReactNode }) {
  return (
    <details className="card">
      <summary className="flex cursor-pointer items-center gap-2 px-2 py-1.5">
        <Icon size={14} className="shrink-0 text-muted" aria-hidden />
        {title}
      </summary>
      <ul className="border-t border-line px-2 py-1 text-sm">{children}</ul>
    </details>
  )
}
