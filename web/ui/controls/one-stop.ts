import { useEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'
import { hasModifier } from '../../lib/format.ts'

const controlsIn = (box: Element) =>
  [...box.querySelectorAll<HTMLElement>('a[href], button:not(:disabled), select')].filter((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  )

/**
 * Makes the controls in an element one stop of the Tab key: the one that had the focus last, else the chosen one, else
 * the first. Arrow keys, Home and End move between them.
 */
export function useOneStop<Box extends HTMLElement>() {
  const box = useRef<Box>(null)
  const latest = useRef<EventTarget>(null)

  const update = () => {
    const controls = box.current ? controlsIn(box.current) : []
    const stop =
      controls.find((control) => control === latest.current) ??
      controls.find((control) => control.matches('[aria-pressed="true"], [data-status="active"]')) ??
      controls[0]

    for (const control of controls) control.tabIndex = control === stop ? 0 : -1
  }

  // Any render may have added a control.
  useEffect(update)

  return {
    ref: box,
    onFocus: ({ target }: FocusEvent) => {
      latest.current = target
      update()
    },
    onKeyDown: moveFocus,
  }
}

/** Moves the focus between the controls of an element by arrow keys, Home and End; Up and Down choose in a select. */
export function moveFocus(event: KeyboardEvent): void {
  const controls = controlsIn(event.currentTarget)
  const from = controls.findIndex((control) => control === event.target)
  const moves: Record<string, number> = {
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    ...(event.target instanceof HTMLSelectElement
      ? {}
      : { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: -1 }),
  }
  const to = moves[event.key]

  if (to === undefined || hasModifier(event) || event.defaultPrevented) return
  event.preventDefault()
  controls.at(to % controls.length)?.focus()
}
