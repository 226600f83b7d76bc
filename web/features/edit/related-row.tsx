import { IconButton } from '../../ui/controls/button.tsx'
import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import type { ListedEntity } from '../../service/entities.ts'
import { announce } from '../../ui/feedback/toasts.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'

interface RelatedRowProps {
  readonly id: number
  /** Undefined while it is loading, and if it was deleted. */
  readonly entity: ListedEntity | undefined
  readonly index: number
  readonly count: number
  readonly move: (from: number, to: number) => void
  /** Moves the entity with this id, if it is in this list, to the position of this row. */
  readonly drop: (id: number) => void
  readonly remove: () => void
}

/** The media type of dragged rows; nothing else can be dropped. */
const rowType = 'application/x-related-row'

/** A related entity, which can be dragged, or moved by its buttons or by Alt and an arrow key. */
export function RelatedRow({ id, entity, index, count, move, drop, remove }: RelatedRowProps) {
  const [isDropTarget, setDropTarget] = useState(false)
  const title = entity?.title ?? `Entity ${id}`
  const shift = (offset: number) => {
    move(index, index + offset)
    announce(`${title} is now ${index + offset + 1} of ${count}.`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const offset = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined

    if (offset === undefined || index + offset < 0 || index + offset >= count) return
    event.preventDefault()
    shift(offset)
  }

  return (
    <li
      draggable={count > 1}
      className={`flex h-8 items-center gap-1.5 rounded border bg-raised pl-1 pointer-coarse:h-11 ${isDropTarget ? 'border-accent' : 'border-line'}`}
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(rowType, String(id))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(rowType)) return
        event.preventDefault()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDropTarget(false)
        drop(Number(event.dataTransfer.getData(rowType)))
      }}
    >
      {count > 1 && <GripVertical size={14} className="shrink-0 cursor-grab text-muted" aria-hidden />}
      <Thumbnail entity={entity} size={22} />
      <span className="min-w-0 flex-1 truncate" title={title}>
        {title}
      </span>
      <span className="font-mono text-xs text-muted">{id}</span>
      {count > 1 && (
        <>
          <IconButton
            Icon={ChevronUp}
            label={`Move ${title} up`}
            isDisabled={index === 0}
            run={() => shift(-1)}
          />
          <IconButton
            Icon={ChevronDown}
            label={`Move ${title} down`}
            isDisabled={index === count - 1}
            run={() => shift(1)}
          />
        </>
      )}
      <IconButton Icon={X} label={`Remove ${title}`} run={remove} />
    </li>
  )
}
