import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { failureAt, type Failures } from '../../service/client.ts'
import {
  type EntityDefinition,
  type ListedEntity,
  entityPageQuery,
  listedEntitiesQuery,
} from '../../service/entities.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { isObject } from '../../lib/json.ts'
import { propertiesOf } from '../../parts/entity/members.ts'
import { emptyDraft, ignoredProfileFields, type CopyDraft } from './rules.ts'
import { Field, TextField, Problem } from '../../ui/controls/field.tsx'
import { Button } from '../../ui/controls/button.tsx'

interface TargetFieldsProps {
  readonly draft: CopyDraft
  /** The definition of the source. */
  readonly definition: EntityDefinition
  readonly problems: Failures
  readonly change: (draft: CopyDraft) => void
}

/** The target of the copy, and its optional profile. */
export function TargetFields(props: TargetFieldsProps) {
  const { draft, definition, change } = props
  const profiles = useQuery(entityPageQuery({ definition: 'M.CopyProfile' }, 0)).data?.items ?? []
  const match = profiles.find((profile) => isApplicable(profile, definition))

  return (
    <div className="grid gap-4 border-b border-line p-3 md:grid-cols-2">
      <Target {...props} />
      <Profile {...props} profiles={profiles} />
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted md:col-span-2">
        {match && (
          <Button
            onClick={() =>
              change({ ...emptyDraft, destination: draft.destination, profileIdentifier: match.identifier })
            }
          >
            Use the profile {match.title}
          </Button>
        )}
        <Button onClick={() => change(emptyDraft)}>Start over</Button>
        <details className="min-w-60 flex-1">
          <summary className="cursor-pointer">Which setting takes precedence?</summary>
          Rules for individual members override a profile, and a profile’s identifier overrides its id.
          Without either, every member is kept where that is allowed.
        </details>
      </div>
    </div>
  )
}

/** The target: a new entity, or an existing entity to update. */
function Target({ draft, definition, problems, change }: TargetFieldsProps) {
  const firstOption = useRef<HTMLInputElement>(null)
  const { destination } = draft
  const target = useQuery(listedEntitiesQuery(destination ? [destination] : [])).data?.get(destination ?? 0)

  // The dialog may open before its content has loaded.
  useEffect(() => firstOption.current?.focus(), [])

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Target</legend>
      {([undefined, null] as const).map((choice) => (
        <label key={String(choice)} className="flex h-7 items-center gap-2">
          <input
            type="radio"
            name="target"
            checked={(destination === undefined) === (choice === undefined)}
            {...(choice === undefined ? { ref: firstOption, 'data-first-focus': true } : {})}
            onChange={() => change({ ...draft, destination: choice })}
          />
          {choice === undefined ? 'A new entity' : 'An existing entity (will be updated)'}
        </label>
      ))}
      {destination === null && (
        <EntityPicker
          label="Target entity"
          definition={definition.name}
          choose={({ id }) => change({ ...draft, destination: id })}
        />
      )}
      {destination && (
        <span className="pill">
          {target?.title ?? 'Entity'} <span className="font-mono text-xs text-muted">{destination}</span>
          <button
            type="button"
            className="grid size-6 place-items-center"
            aria-label="Choose another target"
            onClick={() => change({ ...draft, destination: null })}
          >
            <X size={12} />
          </button>
        </span>
      )}
      <FieldNote problem={failureAt(problems, 'destination_entity_id')} />
    </fieldset>
  )
}

/** The copy profile, by its identifier or id. */
function Profile(props: TargetFieldsProps & { profiles: readonly ListedEntity[] }) {
  const { draft, problems, profiles, change } = props
  const ignored = ignoredProfileFields(draft)

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">Copy profile (instead of the rules below)</legend>
      <div className="flex flex-col gap-2">
        <Field label="Identifier">
          <TextField
            className={`font-mono ${ignored.identifier ? 'line-through' : ''}`}
            list="copy-profiles"
            placeholder="none"
            value={draft.profileIdentifier}
            change={(text) => change({ ...draft, profileIdentifier: text.trim() })}
          />
          <FieldNote ignored={ignored.identifier} problem={failureAt(problems, 'copy_profile_identifier')} />
        </Field>
        <datalist id="copy-profiles">
          {profiles.map(({ identifier, title }) => (
            <option key={identifier} value={identifier}>
              {title}
            </option>
          ))}
        </datalist>
        <Field label="Id">
          <TextField
            className={`w-32 font-mono ${ignored.id ? 'line-through' : ''}`}
            inputMode="numeric"
            placeholder="none"
            value={draft.profileId}
            change={(text) => change({ ...draft, profileId: text.replaceAll(/\D/g, '') })}
          />
          <FieldNote ignored={ignored.id} problem={failureAt(problems, 'copy_profile_id')} />
        </Field>
      </div>
    </fieldset>
  )
}

function FieldNote({ ignored, problem }: { ignored?: string | undefined; problem: string | undefined }) {
  return ignored ? <span className="text-sm text-orange">{ignored}</span> : <Problem text={problem} />
}

/** Whether the definition has all properties that a copy profile names. */
function isApplicable(profile: ListedEntity, definition: EntityDefinition): boolean {
  const options = profile.properties['M.CopyProfile.PropertyCopyOptions']
  const names = propertiesOf(definition).map(({ name }) => name)

  return (
    Array.isArray(options) &&
    options.every((option) => isObject(option) && names.some((name) => name === option['property']))
  )
}
