import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link, useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { CopyPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { linkTo, nameInLink } from '../../lib/page-addresses.ts'
import { brief, counted, textOrJson } from '../../lib/format.ts'
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
import {
  copyPlanQuery,
  entityPageQuery,
  listedEntitiesQuery,
  type CopyPlan,
  type EntityDefinition,
  type PlannedCopy,
} from '../../service/entity-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field, focusOnMount, Problem, Select } from '../../ui/controls/field.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'
import { bodyOf, emptyDraft, countRules, methodsOf, type CopyDraft } from './rules.ts'
import { RulesTable } from './rules-table.tsx'

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
        <DestinationFields {...{ draft, definition, problems }} change={setDraft} />
        <RulesTable
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

/** What the copy does to other entities: those it creates, changes or refers to, and the members that it does not copy. */
function PlanView({ plan: { creates, changes, affects, skips } }: { plan: CopyPlan }) {
  const related = [...creates, ...changes].filter(({ reached_by }) => reached_by !== null)

  return (
    <section aria-label="Plan" className="flex flex-col gap-3">
      <h2 className="font-medium">Plan</h2>
      {related.map(({ target, source, reached_by, properties, relations }) => (
        <Group
          key={`${source.id} ${textOrJson(target)}`}
          title={`${'copy_of' in target ? `Creates a copy of ${target.copy_of}` : `Updates entity ${target.id}`}: ${source.definition}, by ${reached_by?.relation}`}
          items={[
            ...properties.filter(isChanged).map((each) => [each.property, shownAfter(each)] as const),
            ...relations
              .filter(isChanged)
              .map(
                ({ relation, after, method }) =>
                  [relation, `${counted(after.length, 'reference')} (${method})`] as const,
              ),
          ]}
        />
      ))}
      {affects.length > 0 && (
        <Group
          title={`References change on ${counted(affects.length, 'other entity', 'other entities')}`}
          items={affects.map(({ id, relations }) => [
            <Link key={id} {...linkTo(id)}>
              {id}
            </Link>,
            relations
              .map(({ relation, before, after }) => `${relation} ${before.length} → ${after.length}`)
              .join(', '),
          ])}
        />
      )}
      {skips.length > 0 && (
        <Group
          title={`${counted(skips.length, 'member')} not copied`}
          items={skips.map(({ source, member, method, reason }) => [
            member,
            `of ${source.id}: ${method}. ${reason}`,
          ])}
        />
      )}
      {related.length + affects.length + skips.length === 0 && (
        <p className="text-muted">No other entity changes.</p>
      )}
    </section>
  )
}

function shownAfter({ after, method }: PlannedCopy['properties'][number]): string {
  return `${after === null ? 'empty' : brief(after)} (${method})`
}

function isChanged({ before, after }: { readonly before: unknown; readonly after: unknown }): boolean {
  return textOrJson(before) !== textOrJson(after)
}

interface GroupProps {
  readonly title: string
  readonly items: readonly (readonly [name: ReactNode, text: string])[]
}

/** The number of items of a group that are shown. */
const maxItems = 20

function Group({ title, items }: GroupProps) {
  return (
    <details className="card">
      <summary className="cursor-pointer px-2 py-1.5">{title}</summary>
      <ul className="border-t border-line px-2 py-1 text-sm">
        {items.slice(0, maxItems).map(([name, text], index) => (
          <li key={index} className="wrap-anywhere">
            <span className="font-medium">{name}</span> <span className="text-muted">{text}</span>
          </li>
        ))}
        {items.length > maxItems && <li>and {items.length - maxItems} more</li>}
      </ul>
    </details>
  )
}

interface DestinationFieldsProps {
  readonly draft: CopyDraft
  /** The definition of the source. */
  readonly definition: EntityDefinition
  readonly problems: Failures
  readonly change: (draft: CopyDraft) => void
}

/** The target of the copy, a new entity or an existing one, and its optional profile. */
function DestinationFields({ draft, definition, problems, change }: DestinationFieldsProps) {
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
            definition={definition.name}
            choose={({ id }) => change({ ...draft, destination: id })}
          />
          {destination && (
            <span className="pill">
              {target?.title ?? 'Entity'} <span className="font-mono text-xs text-muted">{destination}</span>
            </span>
          )}
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
        {draft.profile && countRules(draft.rules) > 0 ? (
          <span className="text-sm text-orange">Not used: the rules below take precedence.</span>
        ) : (
          <Problem text={failureAt(problems, 'copy_profile_identifier')} />
        )}
      </div>
      <Button className="self-end" onClick={() => change(emptyDraft)}>
        Start over
      </Button>
    </div>
  )
}
