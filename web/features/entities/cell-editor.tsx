import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isObject, type Json } from '../../lib/parse-json.ts'
import { offerUndo } from '../../parts/sandbox/control.ts'
import { changeEntities, type ListedEntity, type PropertyOfDefinition } from '../../service/entity-queries.ts'
import { queryClient } from '../../service/service-client.ts'
import { isValid, Problem, Select } from '../../ui/controls/field.tsx'
import { showFailure } from '../../ui/feedback/toasts.tsx'
import { FormDialog } from '../../ui/overlays/modal.tsx'
import { counted } from '../../lib/format.ts'
import { useWholeEntity, type WholeEntity } from '../../parts/entity/members.ts'
import { focusGrid } from './use-entity-list.ts'
import { draftOf } from './entity-draft.ts'
import { useOpenedEntity, useSave } from './use-save.ts'
import { useOptions, ValueEditor } from './value-editor.tsx'

interface CellEditorProps {
  readonly id: number
  readonly property: PropertyOfDefinition
  readonly close: () => void
}

/** Edits one value in its cell: Enter, or leaving it, saves the value as the form does, Escape does not. */
export function CellEditor({ id, ...props }: CellEditorProps) {
  const { opened } = useOpenedEntity(id)
  // With its options, so that the first letter typed chooses one.
  const areOptionsLoaded = useOptions(props.property) !== undefined

  return opened && areOptionsLoaded && <CellForm {...opened} {...props} />
}

function CellForm({ entity, definition, etag, property, close }: WholeEntity & Omit<CellEditorProps, 'id'>) {
  const { name } = property
  const [initial] = useState(() => ({ ...draftOf(entity, definition), etag }))
  const [draft, setDraft] = useState(initial.properties)
  const isDone = useRef(false)
  const leave = () => {
    close()
    focusGrid()
  }
  const { save, changedNames } = useSave({
    id: entity.id,
    definition,
    initial,
    draft: { ...initial, properties: draft },
    onSaved: () => {
      offerUndo(`Changed ${name} of entity ${entity.id}.`)
      leave()
    },
    onFailure: (_theirs, _opened, error) => {
      isDone.current = false
      showFailure(error)
    },
  })
  const { label, value, wholeOf } = inView(property, draft[name] ?? null, draft[name] ?? null)
  const finish = (box: Element, isCancelled = false) => {
    // Closing it moves the focus out of it.
    if (isDone.current || !(isCancelled || isValid(box))) return
    isDone.current = true
    if (isCancelled || changedNames.length === 0) leave()
    else save.mutate()
  }

  return (
    <div
      ref={focusInside}
      role="group"
      aria-label={`Edit ${name}`}
      className="[&_.field]:h-6 [&_.field]:w-full [&_button]:hidden [&_p]:sr-only"
      onClick={(event) => event.stopPropagation()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) finish(currentTarget)
      }}
      onKeyDown={(event) => {
        event.stopPropagation()
        if (!/^(Enter|Escape)$/.test(event.key) || event.nativeEvent.isComposing) return
        event.preventDefault()
        finish(event.currentTarget, event.key === 'Escape')
      }}
    >
      <ValueEditor
        {...{ property, label, value }}
        isInvalid={save.isError}
        change={(next) => setDraft({ ...draft, [name]: wholeOf(next) })}
      />
    </div>
  )
}

/** The part of a value that the list shows, and the whole value with another part: of texts by culture, one culture. */
function inView({ name, is_multilanguage }: PropertyOfDefinition, shown: Json, whole: Json) {
  if (!is_multilanguage) return { label: name, value: whole, wholeOf: (next: Json) => next }

  const cultures = isObject(shown) ? Object.keys(shown) : []
  const culture = cultures.includes('en-US') ? 'en-US' : (cultures[0] ?? 'en-US')
  const byCulture = isObject(whole) ? whole : {}

  return {
    label: `${name} ${culture}`,
    value: byCulture[culture] ?? null,
    wholeOf: (next: Json) => ({ ...byCulture, [culture]: next }),
  }
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

/** Sets a property of several entities to the same value, in one change; of texts by culture, that of the first one. */
export function SetValueDialog({ entities, properties, close }: SetValueDialogProps) {
  const [name, setName] = useState('')
  const [draft, setDraft] = useState<Json>(null)
  const property = properties.find((each) => each.name === name) ?? properties[0]
  const ids = entities.map(({ id }) => id)
  const first = useWholeEntity(ids[0] ?? 0).data?.entity.properties ?? {}
  const total = counted(ids.length, 'entity', 'entities')
  const save = useMutation({
    mutationFn: (properties: Readonly<Record<string, Json>>) => changeEntities(ids, properties),
    onSuccess: async (count, properties) => {
      offerUndo(`Changed ${Object.keys(properties).join()} of ${counted(count, 'entity', 'entities')}.`)
      await queryClient.invalidateQueries()
      close()
    },
  })

  if (!property) return null
  const { label, value, wholeOf } = inView(property, first[property.name] ?? null, draft)

  return (
    <FormDialog
      title={`Set a value of ${total}`}
      action={`Change ${total}`}
      isDisabled={save.isPending}
      submit={() => save.mutate({ [property.name]: wholeOf(value) })}
      close={close}
    >
      <Select<string>
        label="Property"
        value={property.name}
        options={properties.map(({ name }) => name)}
        choose={(next) => {
          setName(next)
          setDraft(null)
        }}
      />
      <p className="text-sm text-muted">New value of {label}; empty clears it</p>
      <ValueEditor
        key={property.name}
        {...{ property, label, value }}
        isInvalid={save.isError}
        change={(next) => setDraft(wholeOf(next))}
      />
      <Problem text={save.error?.message} />
    </FormDialog>
  )
}
