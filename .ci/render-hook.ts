import { act, createElement, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

interface RenderedHook<Result> {
  /** What the hook gave when it was rendered last. */
  readonly current: Result
  /** Does something that may change it, and waits for that. */
  readonly after: (action: (result: Result) => unknown) => Promise<Result>
  /** Renders it with what it is given now. */
  readonly again: () => void
}

/** Runs a hook in React until the test ends. Nothing is drawn, so this page has no more than React asks a page for. */
export function renderHook<Result>(
  hook: () => Result,
  around: (children: ReactNode) => ReactNode = (children) => children,
): RenderedHook<Result> {
  const window = {
    document: { activeElement: null, querySelector: () => null },
    HTMLIFrameElement: EventTarget,
  }
  const document = Object.assign(new EventTarget(), { nodeType: 9, defaultView: window })
  const container = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument: document })
  const results: Result[] = []

  vi.stubGlobal('window', window)
  vi.stubGlobal('document', window.document)
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

  // It is an element as far as React looks at one that stays empty.
  const root = createRoot(container as unknown as Element)
  const Host = () => {
    results.push(hook())

    return null
  }
  const current = () => {
    const last = results.at(-1)

    if (last === undefined) throw new Error('The hook was not rendered.')

    return last
  }

  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  const render = () => act(() => root.render(around(createElement(Host))))

  render()

  return {
    get current() {
      return current()
    },
    after: async (action) => {
      await act(async () => void (await action(current())))

      return current()
    },
    again: render,
  }
}
