import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { entityPage, entityTitles } from '../../service/entities.ts'
import { EntityPicker } from '../../ui/entity-picker.tsx'
import { emptyDraft, ignoredOf, type CopyDraft } from './rules.ts'

interface TargetFieldsProps {
  readonly draft: CopyDraft
  /** Name of the source's definition. */
  readonly definition: string
  readonly change: (draft: CopyDraft) => void
}

/** Where the copy goes, and by which profile if by one. */
export function TargetFields({ draft, definition, change }: TargetFieldsProps) {
  const [isExisting, setExisting] = useState(draft.destination !== undefined)
  const { destination, profileIdentifier, profileId } = draft
  const chosen = useQuery(entityTitles(destination === undefined ? [] : [destination])).data?.get(
    destination ?? 0,
  )
  const profiles = useQuery(entityPage({ definition: 'M.CopyProfile' }, 0)).data?.items ?? []
  const ignored = ignoredOf(draft)

  return (
    <div className="grid gap-4 border-b border-line p-3 md:grid-cols-2">
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">Target</legend>
        <label className="flex h-7 items-center gap-2">
          <input
            type="radio"
            name="target"
            checked={!isExisting}
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
            definition={definition}
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
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-medium">Copy profile</legend>
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
            {ignored.identifier && <span className="text-sm text-orange">{ignored.identifier}</span>}
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
            {ignored.id && <span className="text-sm text-orange">{ignored.id}</span>}
          </label>
        </div>
      </fieldset>
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted md:col-span-2">
        Examples:
        <button type="button" className="pill" onClick={() => change(optionsExample(definition))}>
          Options
        </button>
        {profiles[0] && (
          <>
            <button
              type="button"
              className="pill"
              onClick={() => {
                setExisting(true)
                change({ ...emptyDraft, profileId: String(profiles[0]?.id), destination })
              }}
            >
              Profile id and destination
            </button>
            <button
              type="button"
              className="pill"
              onClick={() => change({ ...emptyDraft, profileIdentifier: profiles[0]?.identifier ?? '' })}
            >
              Profile identifier alone
            </button>
          </>
        )}
        <button type="button" className="pill" onClick={() => change(emptyDraft)}>
          Start over
        </button>
      </div>
    </div>
  )
}

/** Shape (a) of copy rule 7, on the built-in definitions. */
function optionsExample(definition: string): CopyDraft {
  const property = definition === 'M.Asset' || definition === 'M.Article' ? 'Title' : undefined

  return {
    ...emptyDraft,
    rules: {
      properties: property ? { [property]: { method: 'Overwrite', newValue: 'A copy' } } : {},
      relations: definition === 'M.Asset' ? { TagToAsset: { method: 'Append' } } : {},
    },
  }
}
