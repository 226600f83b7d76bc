const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** Overlays return the focus to the control that opened them. */
const overlay = '[role="dialog"], [role="alertdialog"], [popover], [aria-label="Notices"]'

/**
 * Moves the focus to the nearest control when the focused one is removed from the page: from a deleted row to the same
 * control of the next row, from a removed button to its neighbour, else to the heading. By default, browsers move it to
 * the page, where the next key would run a shortcut. Returns a function that stops this.
 */
export function keepFocus(page: Document = document): () => void {
  let focused: HTMLElement | undefined
  /** The last focused control outside of overlays, and its removal. */
  let control: HTMLElement | undefined
  let removal: MutationRecord | undefined

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    if (target.closest(overlay)) return
    control = target
    removal = undefined
  }
  const onFocusOut = () => {
    // A click outside every control removes the focus intentionally.
    queueMicrotask(() => {
      if (focused?.isConnected && page.activeElement === page.body && isShown(focused))
        focused = control = undefined
    })
  }
  const observer = new MutationObserver((records) => {
    if (!control) return
    removal = records.findLast((record) => removedWith(control, record)) ?? removal
    if (page.activeElement !== page.body && page.activeElement !== null) return
    if (focused?.isConnected && control.isConnected) return
    const next = control.isConnected && isShown(control) ? control : neighbourOf(control, removal)

    next?.focus({ preventScroll: true })
  })

  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('focusout', onFocusOut)
  observer.observe(page.body, { childList: true, subtree: true })

  return () => {
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('focusout', onFocusOut)
    observer.disconnect()
  }
}

/** The removed element that contains a control. */
function removedWith(
  control: HTMLElement | undefined,
  { removedNodes }: MutationRecord,
): Element | undefined {
  return Array.from(removedNodes)
    .filter((node) => node instanceof Element)
    .find((element) => element.contains(control ?? null))
}

/** The control nearest to a removed one. */
function neighbourOf(control: HTMLElement, removal: MutationRecord | undefined): HTMLElement | null {
  const removed = removal && removedWith(control, removal)

  if (removed) {
    const place = Math.max(0, controlsIn(removed).indexOf(control))

    for (const neighbour of [removal.nextSibling, removal.previousSibling]) {
      const controls = neighbour instanceof Element && neighbour.isConnected ? controlsIn(neighbour) : []
      const found = controls[place] ?? controls.at(-1)

      if (found) return found
    }

    const parent = removal.target instanceof Element && removal.target.isConnected ? removal.target : null

    for (let area = parent; area && !area.matches('main, body'); area = area.parentElement) {
      const [first] = controlsIn(area)

      if (first) return first
    }
  }

  return document.querySelector<HTMLElement>('main h1')
}

function controlsIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(focusable)].filter(
    (each): each is HTMLElement =>
      each instanceof HTMLElement &&
      each.matches(focusable) &&
      each.tabIndex >= 0 &&
      (!each.isConnected || isShown(each)),
  )
}

function isShown(control: HTMLElement): boolean {
  return control.checkVisibility({ visibilityProperty: true })
}
