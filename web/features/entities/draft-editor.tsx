import type { UseMutationResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { FailureNotice } from '../../parts/query-result.tsx'
import { BesideRequests } from '../../parts/request-preview.tsx'
import { SubmitButton } from '../../parts/submit-button.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Heading } from '../../ui/layout/page.tsx'
import { counted, labelOf } from '../../lib/format.ts'
import { isObject, type JsonObject, type Json } from '../../lib/parse-json.ts'
import { type Failures, failureAt, failuresOf, type OutgoingRequest } from '../../service/service-client.ts'
import type { EntityDefinition, PropertyOfDefinition } from '../../service/entity-queries.ts'
import { endsOf, type RelationEnd, propertyGroups } from '../../parts/entity/members.ts'
import { TabBar } from '../../ui/controls/tab-bar.tsx'
import type { EntityDraft } from './entity-draft.ts'
import { RelationsForm } from './relations-form.tsx'
import { PropertyName } from '../../parts/entity/property-table.tsx'
import { Problem } from '../../ui/controls/field.tsx'
import { isConflict, useUnsavedWarning } from './use-save.ts'
import { ValueEditor } from './value-editor.tsx'

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

  useUnsavedWarning(changedNames, save.isPending || save.isSuccess)
  useCommands([{ label: 'Leave the form', keys: 'Escape', run: leave }])

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-3 py-1.5">
        <Heading place={place} className="mr-auto text-lg">
          {title}
        </Heading>
        <Button onClick={leave}>Cancel</Button>
        <SubmitButton {...{ label, Icon, pending }} isPending={save.isPending} run={() => save.mutate()} />
      </div>
      {conflict}
      {save.error && !(conflict && isConflict(save.error)) && <FailureNotice error={save.error} />}
      <BesideRequests label="Preview" {...{ requests, note }}>
        {children}
        <DraftEditor {...props} problems={failuresOf(save.error)} />
      </BesideRequests>
    </div>
  )
}

/** The properties, and the relations; the page's address names the tab. */
function DraftEditor(props: DraftFormProps & { problems: Failures }) {
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
      choose={(edit) => void navigate({ to: '.', search: (before) => ({ ...before, edit }), replace: true })}
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
