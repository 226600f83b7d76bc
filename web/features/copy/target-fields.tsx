import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { entityPage, entityTitles } from '../../service/entities.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import type { DefinitionAnswer, ListedEntity } from '../../service/shapes.ts'
import { isObject } from '../../lib/json.ts'
import { propertiesOf } from '../../parts/entity/members.ts'
import { emptyDraft, ignoredOf, type CopyDraft } from './rules.ts'

interface TargetFieldsProps {
  readonly draft: CopyDraft
  /** The source's. */
  readonly definition: DefinitionAnswer
  /** Place in the request -> what the service said about it. */
  readonly problems: Readonly<Record<string, string>>
  readonly change: (draft: CopyDraft) => void
}

/** Where the copy goes, and by which profile if by one. */
export function TargetFields({ draft, definition, problems, change }: TargetFieldsProps) {
  const first = useRef<HTMLInputElement>(null)
  const [isExisting, setExisting] = useState(draft.destination !== undefined)
  const { destination, profileIdentifier, profileId } = draft
  const chosen = useQuery(entityTitles(destination === undefined ? [] : [destination])).data?.get(
    destination ?? 0,
  )
  const profiles = useQuery(entityPage({ definition: 'M.CopyProfile' }, 0)).data?.items ?? []
  const ignored = ignoredOf(draft)

  // The dialog may be open before its contents are there.
  useEffect(() => first.current?.focus(), [])

  const fitting = profiles.find((profile) => suits(profile, definition))

  return (
    <div className="grid gap-4 border-b border-line p-3 md:grid-cols-2">
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">Target</legend>
        <label className="flex h-7 items-center gap-2">
          <input
            type="radio"
            name="target"
            checked={!isExisting}
            ref={first}
            data-first-focus
            onChange={() => {
              setExisting(false)
              change({ ...draft, destination: undefined })
            }}
          />
          A new entity
        </label>
        <label className="flex h-7 items-center gap-2">
          <input type="radio" name="target" checked={isExisting} onChange={() => setExisting(true)} />
          An existing one, which is updated
        </label>
        {isExisting && destination === undefined && (
          <EntityPicker
            label="Destination"
            definition={definition.name}
            choose={({ id }) => change({ ...draft, destination: id })}
          />
        )}
        {destination !== undefined && (
          <span className="pill">
            {chosen?.title ?? 'Entity'} <span className="font-mono text-xs text-muted">{destination}</span>
            <button
              type="button"
              aria-label="Choose another destination"
              onClick={() => change({ ...draft, destination: undefined })}
            >
              <X size={12} />
            </button>
          </span>
        )}
        <FieldNote problem={problemAt(problems, 'destination_entity_id')} />
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">Copy profile, instead of the options below</legend>
        <div className="flex flex-col gap-2">
          <label className="flex flex-col gap-0.5">
            <span className="label">Identifier</span>
            <input
              className={`field font-mono ${ignored.identifier ? 'line-through' : ''}`}
              list="copy-profiles"
              placeholder="none"
              value={profileIdentifier}
              onChange={({ target }) => change({ ...draft, profileIdentifier: target.value.trim() })}
            />
            <FieldNote
              ignored={ignored.identifier}
              problem={problemAt(problems, 'copy_profile_identifier')}
            />
          </label>
          <datalist id="copy-profiles">
            {profiles.map(({ identifier, title }) => (
              <option key={identifier} value={identifier}>
                {title}
              </option>
            ))}
          </datalist>
          <label className="flex flex-col gap-0.5">
            <span className="label">Id</span>
            <input
              className={`field w-32 font-mono ${ignored.id ? 'line-through' : ''}`}
              inputMode="numeric"
              placeholder="none"
              value={profileId}
              onChange={({ target }) => change({ ...draft, profileId: target.value.replaceAll(/\D/g, '') })}
            />
            <FieldNote ignored={ignored.id} problem={problemAt(problems, 'copy_profile_id')} />
          </label>
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted md:col-span-2">
        {fitting && (
          <button
            type="button"
            className="button"
            onClick={() => change({ ...emptyDraft, destination, profileIdentifier: fitting.identifier })}
          >
            Use the profile {fitting.title}
          </button>
        )}
        <button
          type="button"
          className="button"
          onClick={() => {
            setExisting(false)
            change(emptyDraft)
          }}
        >
          Start over
        </button>
        <details className="min-w-60 flex-1">
          <summary className="cursor-pointer">What counts when several are given</summary>
          The choices for single members count before a profile, and a profile’s identifier before its id.
          Without any of them every member is kept as far as the rules allow.
        </details>
      </div>
    </div>
  )
}

function FieldNote({ ignored, problem }: { ignored?: string | undefined; problem: string | undefined }) {
  if (ignored) return <span className="text-sm text-orange">{ignored}</span>

  return (
    problem && (
      <span role="alert" className="text-sm text-red">
        {problem}
      </span>
    )
  )
}

/** What the service said about a member of the request, or about what is in it. */
function problemAt(problems: TargetFieldsProps['problems'], member: string): string | undefined {
  return Object.entries(problems).find(([place]) => place === member || place.startsWith(`${member}.`))?.[1]
}

/** Whether a copy profile names only properties that the definition has. */
function suits(profile: ListedEntity, definition: DefinitionAnswer): boolean {
  const options = profile.properties['M.CopyProfile.PropertyCopyOptions']
  const names = propertiesOf(definition).map(({ name }) => name)

  return (
    Array.isArray(options) &&
    options.every((option) => isObject(option) && names.some((name) => name === option['property']))
  )
}
