import type { UseMutationResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type LucideIcon, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { FailureNotice } from '../../parts/query-result.tsx'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button, IconButton, MoveButtons } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/layout/page.tsx'
import { counted, labelOf, formatCount } from '../../lib/format.ts'
import { isObject, type JsonObject, type Json } from '../../lib/parse-json.ts'
import { type Failures, failureAt, failuresOf, type OutgoingRequest } from '../../service/service-client.ts'
import type { EntityDefinition, PropertyOfDefinition, ListedEntity } from '../../service/entity-queries.ts'
import { endsOf, type RelationEnd, propertyGroups, useRelated } from '../../parts/entity/members.ts'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import type { EntityDraft, DraftRelations } from './entity-draft.ts'
import { PropertyName } from '../../parts/entity/property-table.tsx'
import { isValid, Problem } from '../../ui/controls/field.tsx'
import { isConflict, useUnsavedWarning } from './use-save.ts'
import { ValueEditor } from './value-editor.tsx'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { announce } from '../../ui/feedback/toasts.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'

export interface DraftFormProps {
  readonly title: string
  readonly place: 'page' | 'panel'
  /** The button that sends the requests, and what it says while they are sent. */
  readonly action: readonly [label: string, Icon: LucideIcon, pending: string]
  readonly save: Pick<UseMutationResult<unknown, Error, void>, 'error' | 'isPending' | 'isSuccess' | 'mutate'>
  readonly requests: readonly OutgoingRequest[]
  /** Shown below the requests. */
  readonly note?: ReactNode
  readonly leave: () => void
  readonly definition: EntityDefinition
  readonly draft: EntityDraft
  /** The cultures in which the entity has values; the form also offers those of the definition's labels. */
  readonly cultures?: readonly string[]
  readonly changed: readonly RelationEnd[]
  /** The names of the members to mark as changed, which leaving the form would lose. */
  readonly changedNames: readonly string[]
  readonly change: (draft: EntityDraft) => void
  /** Shown instead of the error of the save. */
  readonly conflict?: ReactNode
  /** Shown above the members. */
  readonly children?: ReactNode
}

/** The members of an entity, and beside them the requests that save them. */
export function DraftForm(props: DraftFormProps) {
  const { title, place, action, save, requests, note, leave, changedNames, conflict, children } = props
  const [label, Icon, pending] = action
  const box = useRef<HTMLDivElement>(null)
  const run = () => isValid(box.current) && save.mutate()

  useUnsavedWarning(changedNames, save.isPending || save.isSuccess)
  useCommands([{ label: 'Leave the form', keys: 'Escape', run: leave }])

  return (
    <div ref={box} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Heading place={place} className="mr-auto text-lg">
          {title}
        </Heading>
        <Button onClick={leave}>Cancel</Button>
        <SubmitButton {...{ label, Icon, pending, run }} isPending={save.isPending} />
      </div>
      {conflict}
      {save.error && !(conflict && isConflict(save.error)) && <FailureNotice error={save.error} />}
      <BesideRequests label="Preview" {...{ requests, note }}>
        {children}
        <DraftEditor {...props} problems={failuresOf(save.error)} isComplete={() => isValid(box.current)} />
      </BesideRequests>
    </div>
  )
}

/** The properties, and the relations; the page's address names the tab. */
function DraftEditor(props: DraftFormProps & { problems: Failures; isComplete: () => boolean }) {
  const { definition, draft, cultures = [], changed, changedNames, problems, change } = props
  const { properties, relations } = draft
  const { edit: tab = 'form' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const ends = endsOf(definition)
  const errors = ends.filter(({ name }) => problems[name]).length
  const note = errors > 0 ? counted(errors, 'error') : changed.length > 0 && `${changed.length} changed`

  return (
    <TabBar
      label="Edit"
      tabs={[
        { id: 'form', label: 'Properties' },
        { id: 'relations', label: note ? `Relations (${note})` : 'Relations' },
      ]}
      current={tab}
      // Hiding a field would lose an invalid text.
      choose={(edit) =>
        props.isComplete() &&
        void navigate({ to: '.', search: (before) => ({ ...before, edit }), replace: true })
      }
    >
      {tab === 'form' && (
        <PropertyForm
          definition={definition}
          draft={properties}
          changedNames={changedNames}
          cultures={[...new Set([...cultures, ...Object.keys(definition.labels)])]}
          problems={problems}
          change={(name, value) => change({ ...draft, properties: { ...properties, [name]: value } })}
        />
      )}
      {tab === 'relations' && (
        <RelationsForm
          {...{ ends, relations, changed, problems }}
          change={(relations) => change({ ...draft, relations })}
        />
      )}
    </TabBar>
  )
}

interface PropertyFormProps {
  readonly definition: EntityDefinition
  readonly draft: JsonObject
  readonly changedNames: readonly string[]
  readonly cultures: readonly string[]
  readonly problems: Failures
  readonly change: (name: string, value: Json) => void
}

/** Each property with the editor for its type, in the groups of the definition. */
function PropertyForm({ definition, ...props }: PropertyFormProps) {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // When the page opens, its heading has the focus; the first field is more useful.
    if (document.activeElement instanceof HTMLHeadingElement) {
      box.current?.querySelector<HTMLElement>('input, textarea, select')?.focus()
    }
  }, [])

  return (
    <div ref={box} className="@container flex flex-col">
      {propertyGroups(definition).map(({ label, properties }) => (
        <fieldset key={label} className="min-w-0 border-b border-line p-3">
          <legend className="float-left mb-2 w-full text-sm font-medium text-muted">{label}</legend>
          <div className="clear-both flex flex-col gap-3">
            {properties.map((property) => (
              <PropertyField key={property.name} property={property} {...props} />
            ))}
          </div>
        </fieldset>
      ))}
    </div>
  )
}

function PropertyField(props: Omit<PropertyFormProps, 'definition'> & { property: PropertyOfDefinition }) {
  const { property, draft, changedNames, cultures, problems, change } = props
  const { name, is_multilanguage, helptext } = property
  const value = draft[name] ?? null
  const problem = failureAt(problems, name) ?? failureAt(problems, `properties.${name}`)
  const byCulture = isObject(value) ? value : {}
  const editor = (label: string, value: Json, change: (value: Json) => void) => (
    <ValueEditor {...{ property, label, value, change }} isInvalid={problem !== undefined} />
  )

  return (
    <div className="grid gap-x-3 gap-y-1 @lg:grid-cols-[180px_minmax(0,1fr)]">
      <div className="min-w-0 pt-1" title={labelOf(helptext, '')}>
        <PropertyName property={property} traits={[property.is_unique && 'unique']} />
        {changedNames.includes(name) && <span className="text-sm text-orange">changed</span>}
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {is_multilanguage
          ? cultures.map((culture) => (
              <div key={culture} className="flex items-start gap-2">
                <span className="w-12 shrink-0 pt-1 font-mono text-sm text-muted">{culture}</span>
                <div className="min-w-0 flex-1">
                  {editor(`${name} ${culture}`, byCulture[culture] ?? null, (next) =>
                    change(name, { ...byCulture, [culture]: next }),
                  )}
                </div>
              </div>
            ))
          : editor(name, value, (next) => change(name, next))}
        <Problem text={problem} />
      </div>
    </div>
  )
}

interface RelationsFormProps {
  readonly ends: readonly RelationEnd[]
  readonly relations: DraftRelations
  readonly changed: readonly RelationEnd[]
  readonly problems: Failures
  readonly change: (relations: DraftRelations) => void
}

/** The related entities of every relation, in order. */
function RelationsForm({ ends, relations, changed, problems, change }: RelationsFormProps) {
  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <div className="flex flex-col">
      {ends.map((end) => (
        <EndField
          key={end.key}
          end={end}
          ids={relations[end.key] ?? []}
          isChanged={changed.some(({ key }) => key === end.key)}
          problem={problems[end.name]}
          change={(ids) => change({ ...relations, [end.key]: ids })}
        />
      ))}
    </div>
  )
}

interface EndFieldProps {
  readonly end: RelationEnd
  readonly ids: readonly number[]
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly change: (ids: readonly number[]) => void
}

function EndField({ end, ids, isChanged, problem, change }: EndFieldProps) {
  const { shown, hidden, showMore } = useRelated(ids, 50, 200)
  const { name, side, isSingle, associated } = end
  // Both ends of a self-referencing relation have the same name.
  const label = `${name}, ${isSingle ? side.replace(/s$|ren$/, '') : side}`

  return (
    <section
      aria-label={label}
      className="grid gap-x-3 gap-y-1.5 border-b border-line/60 px-3 py-2 sm:grid-cols-[180px_minmax(0,1fr)]"
    >
      <div className="min-w-0 pt-1">
        <h2 className="font-medium wrap-anywhere">
          {name}
          {isChanged && <span className="ml-1.5 text-sm font-normal text-orange">changed</span>}
        </h2>
        <p className="text-xs text-muted wrap-anywhere">
          {side === 'parents' ? counted(ids.length, 'parent') : counted(ids.length, 'child', 'children')} ·{' '}
          {associated}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <ol className="flex flex-col gap-1 empty:hidden">
          {shown.map(({ id, entity }) => (
            <RelatedRow key={id} {...{ id, entity, ids, change }} />
          ))}
        </ol>
        {hidden > 0 && (
          <Button className="self-start" onClick={showMore}>
            {formatCount(hidden)} more
          </Button>
        )}
        <EntityPicker
          label={`${isSingle && ids.length > 0 ? 'Replace in' : 'Add to'} ${label}`}
          definition={associated}
          placeholder={`${isSingle && ids.length > 0 ? 'Replace with' : 'Add'}: id, identifier or text`}
          choose={({ id }) => change(isSingle ? [id] : [...ids.filter((each) => each !== id), id])}
        />
        <Problem text={problem} />
      </div>
    </section>
  )
}

interface RelatedRowProps extends Pick<EndFieldProps, 'ids' | 'change'> {
  readonly id: number
  /** Undefined while it is loading, and if it was deleted. */
  readonly entity: ListedEntity | undefined
}

/** A related entity, with the buttons that move and remove it. */
function RelatedRow({ id, entity, ids, change }: RelatedRowProps) {
  const title = entity?.title ?? `Entity ${id}`
  const index = ids.indexOf(id)
  const others = ids.filter((each) => each !== id)
  const move = (offset: number) => {
    change(others.toSpliced(index + offset, 0, id))
    announce(`${title} is now ${index + offset + 1} of ${ids.length}.`)
  }

  return (
    <li className="flex h-8 items-center gap-1.5 rounded border border-line bg-raised pl-2 pointer-coarse:h-11">
      <Thumbnail entity={entity} size={22} />
      <span className="min-w-0 flex-1 truncate" title={title}>
        {title}
      </span>
      <span className="font-mono text-xs text-muted">{id}</span>
      {ids.length > 1 && <MoveButtons {...{ index, move }} name={title} count={ids.length} />}
      <IconButton Icon={X} label={`Remove ${title}`} run={() => change(others)} />
    </li>
  )
}
