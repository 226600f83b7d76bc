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
  readonly at: number
  readonly count: number
  readonly move: (from: number, to: number) => void
  readonly remove: () => void
}

/** The media type of a dragged row, so that nothing else can be dropped. */
const dragged = 'application/x-related-row'

/** A related entity, which can be dragged, or moved with its buttons or Alt and an arrow key. */
export function RelatedRow({ id, entity, at, count, move, remove }: RelatedRowProps) {
  const [isTarget, setTarget] = useState(false)
  const title = entity?.title ?? `Entity ${id}`
  const shift = (by: number) => {
    move(at, at + by)
    announce(`${title} is now ${at + by + 1} of ${count}.`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined

    if (by === undefined || at + by < 0 || at + by >= count) return
    event.preventDefault()
    shift(by)
  }

  return (
    <li
      draggable={count > 1}
      className={`flex h-8 items-center gap-1.5 rounded border bg-raised pl-1 pointer-coarse:h-11 ${isTarget ? 'border-accent' : 'border-line'}`}
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(dragged, String(at))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(dragged)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setTarget(false)
        move(Number(event.dataTransfer.getData(dragged)), at)
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
            isDisabled={at === 0}
            run={() => shift(-1)}
          />
          <IconButton
            Icon={ChevronDown}
            label={`Move ${title} down`}
            isDisabled={at === count - 1}
            run={() => shift(1)}
          />
        </>
      )}
      <IconButton Icon={X} label={`Remove ${title}`} run={remove} />
    </li>
  )
}
