import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isObject, parseJson, type Json } from '../../lib/parse-json.ts'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { changeEntities, type ListedEntity, type PropertyOfDefinition } from '../../service/entity-queries.ts'
import { queryClient, sendOrThrow } from '../../service/service-client.ts'
import { Problem, Select } from '../../ui/controls/field.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { FormDialog } from '../../ui/overlays/modal.tsx'
import { counted } from '../../lib/format.ts'
import { focusGrid } from './use-entity-list.ts'
import { isSame, withIdentifierOnly } from './entity-draft.ts'
import { MultiValueEditor, ValueEditor } from './value-editor.tsx'

interface CellEditorProps {
  readonly id: number
  readonly property: PropertyOfDefinition
  readonly close: () => void
}

/**
 * Edits one value in its cell: Enter, or leaving it, saves the value, Escape does not. Of values by culture, it edits the
 * one that the cell shows. It saves only if nobody else has saved the entity since.
 */
export function CellEditor({ id, property, close }: CellEditorProps) {
  const { name, is_multilanguage } = property
  const path = `/api/entities/${id}`
  const stored = useQuery({
    queryKey: ['entities', 'cell', id, name],
    queryFn: async ({ signal }) => {
      const { text, headers } = await sendOrThrow({ method: 'GET', path, signal })
      const entity = parseJson(text)
      const properties = isObject(entity) && isObject(entity['properties']) ? entity['properties'] : {}

      return { value: withIdentifierOnly(properties[name] ?? null), etag: headers.get('ETag') }
    },
    staleTime: Infinity,
    gcTime: 0,
    meta: { isCalm: true },
  }).data
  const [draft, setDraft] = useState<{ readonly value: Json }>()
  const isDone = useRef(false)
  const save = useMutation({
    mutationFn: (value: Json) =>
      sendOrThrow({
        method: 'PUT',
        path,
        json: { properties: { [name]: value } },
        ...(stored?.etag && { headers: { 'If-Match': stored.etag } }),
      }),
    onSuccess: async () => {
      offerUndo(`Changed ${name} of entity ${id}.`)
      await queryClient.invalidateQueries()
      close()
      focusGrid()
    },
    onError: (error) => {
      isDone.current = false
      showFailure(error)
    },
  })

  if (!stored) return null
  const byCulture = isObject(stored.value) ? stored.value : {}
  const culture = 'en-US' in byCulture ? 'en-US' : (Object.keys(byCulture)[0] ?? 'en-US')
  const before = is_multilanguage ? (byCulture[culture] ?? null) : stored.value
  const value = draft ? draft.value : before
  const finish = (isCancelled = false) => {
    // Closing it moves the focus out of it.
    if (isDone.current) return
    isDone.current = true
    if (!isCancelled && !isSame(value, before))
      return save.mutate(is_multilanguage ? { [culture]: value } : value)
    close()
    focusGrid()
  }

  return (
    <div
      ref={focusInside}
      role="group"
      aria-label={`Edit ${name}`}
      className="[&_.field]:h-6 [&_.field]:w-full [&_button]:hidden"
      onClick={(event) => event.stopPropagation()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) finish()
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        event.preventDefault()
        finish(event.key === 'Escape')
      }}
    >
      <ValueEditor
        property={property}
        label={is_multilanguage ? `${name} ${culture}` : name}
        value={value}
        isInvalid={save.isError}
        change={(value) => setDraft({ value })}
      />
    </div>
  )
}

/** A constant, because React calls a new ref function after each render. */
function focusInside(box: HTMLElement | null): void {
  box?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}

interface SetValueDialogProps {
  readonly entities: readonly ListedEntity[]
  readonly properties: readonly PropertyOfDefinition[]
  readonly close: () => void
}

/** Sets a property of several entities to the same value, in one change. */
export function SetValueDialog({ entities, properties, close }: SetValueDialogProps) {
  const [name, setName] = useState('')
  const [value, setValue] = useState<Json>(null)
  const property = properties.find((each) => each.name === name) ?? properties[0]
  const total = counted(entities.length, 'entity', 'entities')
  const save = useMutation({
    mutationFn: (property: PropertyOfDefinition) => {
      const given = property.is_multilanguage ? { 'en-US': value } : value

      return changeEntities(
        entities.map(({ id }) => id),
        { [property.name]: given },
      )
    },
    onSuccess: async (count, { name }) => {
      offerUndo(`Changed ${name} of ${counted(count, 'entity', 'entities')}.`)
      await queryClient.invalidateQueries()
      close()
    },
  })

  if (!property) return null
  const Editor = property.is_multivalue ? MultiValueEditor : ValueEditor

  return (
    <FormDialog
      title={`Set a value of ${total}`}
      action={`Change ${total}`}
      isDisabled={save.isPending}
      submit={() => save.mutate(property)}
      close={close}
    >
      <Select<string>
        label="Property"
        value={property.name}
        options={properties.map(({ name }) => name)}
        choose={(next) => {
          setName(next)
          setValue(null)
        }}
      />
      <Editor
        key={property.name}
        property={property}
        label={property.is_multilanguage ? `${property.name} en-US` : property.name}
        value={value}
        isInvalid={save.isError}
        change={setValue}
      />
      <Problem text={save.error?.message} />
    </FormDialog>
  )
}
