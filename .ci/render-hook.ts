import { act, createElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

interface RenderedHook<Result> {
  /** The result of the last render. */
  readonly current: Result
  /** Does something that may change it, and waits for that. */
  readonly after: (action: (result: Result) => unknown) => Promise<Result>
  /** Renders it with what it is given now. */
  readonly again: () => void
}

/**
 * Runs a hook in React until the test ends. Nothing is drawn, so this page has no more than React asks a page for.
 *
 * @param isLive whether it changes asynchronously, as with responses of a service: then React draws when it does, as on a
 *   page, and tests wait for what they expect
 */
export function renderHook<Result>(
  hook: () => Result,
  around: (children: ReactNode) => ReactNode = (children) => children,
  isLive = false,
): RenderedHook<Result> {
  const window = {
    document: { activeElement: null, documentElement: { style: {} }, querySelector: () => null },
    HTMLIFrameElement: EventTarget,
  }
  const document = Object.assign(new EventTarget(), { nodeType: 9, defaultView: window })
  const container = Object.assign(new EventTarget(), { nodeType: 1, tagName: 'DIV', ownerDocument: document })
  const results: Result[] = []

  const enterPage = () => {
    vi.stubGlobal('window', window)
    vi.stubGlobal('document', window.document)
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', !isLive)
  }

  enterPage()

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

  const flush = isLive ? flushSync : act

  onTestFinished(async () => {
    // Another hook of the test may have left it.
    enterPage()
    flush(() => root.unmount())
    // React's unfinished work still needs the page. It is done in turns, which take long on a busy machine.
    await new Promise((done) => setTimeout(done, 5))
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
    vi.unstubAllGlobals()
  })
  const render = () => flush(() => root.render(around(createElement(Host))))

  render()

  return {
    get current() {
      return current()
    },
    after: async (action) => {
      if (isLive) await action(current())
      else await act(async () => void (await action(current())))

      return current()
    },
    again: render,
  }
}
