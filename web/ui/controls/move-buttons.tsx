import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from './button.tsx'

interface MoveButtonsProps {
  readonly name: string
  /** The place of the item in its list. */
  readonly index: number
  readonly count: number
  readonly move: (offset: -1 | 1) => void
}

/** The buttons that move an item of a list up and down. */
export function MoveButtons({ name, index, count, move }: MoveButtonsProps) {
  return (
    <>
      <IconButton Icon={ChevronUp} label={`Move ${name} up`} isDisabled={index === 0} run={() => move(-1)} />
      <IconButton
        Icon={ChevronDown}
        label={`Move ${name} down`}
        isDisabled={index === count - 1}
        run={() => move(1)}
      />
    </>
  )
}
