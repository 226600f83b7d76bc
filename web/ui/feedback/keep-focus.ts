const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** Overlays return the focus to the control that opened them. */
const overlay = '[role="dialog"], [role="alertdialog"], [popover], [aria-label="Notices"]'

/** An element on the way from a control to the root of the page, and its place in its parent. */
interface Step {
  readonly element: Element
  readonly parent: Element
  readonly index: number
}

/**
 * Moves the focus to the nearest control when the focused one is removed from the page: from a deleted row to the same
 * control of the next row, from a removed button to its neighbour, else to the heading. By default, browsers move it to
 * the page, where the next key would run a shortcut. Returns a function that stops this.
 */
export function keepFocus(page: Document = document): () => void {
  let focused: HTMLElement | undefined
  /** The last focused control outside of overlays, and the way to it. */
  let control: HTMLElement | undefined
  let steps: readonly Step[] = []

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    focused = target
    if (target.closest(overlay)) return
    control = target
    steps = stepsTo(target)
  }
  const onFocusOut = () => {
    // A click outside every control removes the focus intentionally.
    queueMicrotask(() => {
      if (focused?.isConnected && page.activeElement === page.body && isShown(focused))
        focused = control = undefined
    })
  }
  const observer = new MutationObserver(() => {
    if (control?.isConnected) steps = stepsTo(control)
    if (page.activeElement !== page.body && page.activeElement !== null) return
    if (!control || (focused?.isConnected && control.isConnected)) return
    const next = control.isConnected && isShown(control) ? control : neighbourOf(control, steps)

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

function stepsTo(control: Element): Step[] {
  const { parentElement: parent } = control

  return parent
    ? [{ element: control, parent, index: Array.from(parent.children).indexOf(control) }, ...stepsTo(parent)]
    : []
}

/** The control nearest to a removed one. */
function neighbourOf(control: HTMLElement, steps: readonly Step[]): HTMLElement | null {
  const removed = steps.find(({ parent }) => parent.isConnected)

  if (removed) {
    const { element, parent, index } = removed
    const place = Math.max(0, controlsIn(element).indexOf(control))

    for (const neighbour of [parent.children[index], parent.children[index - 1]]) {
      const controls = neighbour ? controlsIn(neighbour) : []
      const found = controls[place] ?? controls.at(-1)

      if (found) return found
    }

    for (let area: Element | null = parent; area && !area.matches('main, body'); area = area.parentElement) {
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
