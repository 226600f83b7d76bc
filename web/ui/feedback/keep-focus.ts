const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex]'

/** The position of a removed control, given by its parent and neighbours. */
interface RemovedPosition {
  readonly parent: Node
  readonly next: Node | null
  readonly previous: Node | null
  /** Index of the focused control in the removed element; the control at this index in a neighbour gets the focus. */
  readonly index: number
}

/**
 * Moves the focus to the nearest control when the focused one is removed from the page: from a deleted row to the same
 * control of the next row, from a removed button to its neighbour, else to the heading. By default, browsers move it to
 * the page, where the next key would run a shortcut. Returns a function that stops this.
 */
export function keepFocus(page: Document = document): () => void {
  let lastFocused: HTMLElement | undefined
  let lastOutsideOverlay: HTMLElement | undefined
  const removedPositions = new WeakMap<HTMLElement, RemovedPosition>()

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (!isInOverlay(target)) lastOutsideOverlay = target
    lastFocused = target
  }
  const onFocusOut = () => {
    // A click outside every control removes the focus intentionally.
    queueMicrotask(() => {
      if (lastFocused?.isConnected && page.activeElement === page.body && isShown(lastFocused))
        lastFocused = lastOutsideOverlay = undefined
    })
  }
  const observer = new MutationObserver((records) => {
    for (const control of new Set([lastFocused, lastOutsideOverlay])) {
      const record = control && records.findLast(({ removedNodes }) => containsNode(removedNodes, control))

      if (control && record && !control.isConnected)
        removedPositions.set(control, positionOf(record, control))
    }
    if (page.activeElement !== page.body && page.activeElement !== null) return
    const removed = [lastFocused, lastOutsideOverlay].find((control) => control && !control.isConnected)

    if (removed)
      replacementFor(lastOutsideOverlay ?? removed, removedPositions, page)?.focus({ preventScroll: true })
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

function containsNode(nodes: NodeList, control: Node): boolean {
  return Array.from(nodes).some((node) => node.contains(control))
}

function positionOf(record: MutationRecord, control: HTMLElement): RemovedPosition {
  const removed = Array.from(record.removedNodes).find((node) => node.contains(control))

  return {
    parent: record.target,
    next: record.nextSibling,
    previous: record.previousSibling,
    index: Math.max(0, controlsIn(removed ?? control).indexOf(control)),
  }
}

/** The element that gets the focus in place of a control. */
function replacementFor(
  control: HTMLElement,
  removedPositions: WeakMap<HTMLElement, RemovedPosition>,
  page: Document,
): HTMLElement | null | undefined {
  if (control.isConnected && isShown(control)) return control
  const position = removedPositions.get(control)

  for (const neighbour of [position?.next, position?.previous]) {
    const controls = neighbour?.isConnected ? controlsIn(neighbour) : []
    const candidate = controls[Math.min(position?.index ?? 0, controls.length - 1)]

    if (candidate) return candidate
  }

  for (
    let ancestor = position?.parent ?? null;
    ancestor instanceof HTMLElement;
    ancestor = ancestor.parentNode
  ) {
    if (ancestor.matches('main, body')) break
    if (ancestor.isConnected && ancestor.matches(focusable) && ancestor.tabIndex >= 0) return ancestor
    const [first] = ancestor.isConnected ? controlsIn(ancestor) : []

    if (first) return first
  }

  return page.querySelector<HTMLElement>('main h1')
}

function controlsIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return []
  const inside = Array.from(node.querySelectorAll<HTMLElement>(focusable))

  return [...(node.matches(focusable) ? [node] : []), ...inside].filter(
    (control) => control.tabIndex >= 0 && (!control.isConnected || isShown(control)),
  )
}

/** Whether the control is in an overlay, which returns the focus to its opener. */
function isInOverlay(control: HTMLElement): boolean {
  return control.closest('dialog, [popover], [aria-label="Notices"]') !== null
}

function isShown(control: HTMLElement): boolean {
  return control.checkVisibility({ visibilityProperty: true })
}
