import { act, createElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { onTestFinished, vi } from 'vitest'

interface RenderedHook<Result> {
  /** The result of the last render. */
  readonly current: Result
  /** Runs an action, waits for it and the renders it causes, and returns the new result. */
  readonly act: (action: (result: Result) => unknown) => Promise<Result>
  readonly rerender: () => void
}

/**
 * Renders a hook in React until the test ends. Its component is empty, so the page is a stub of what React itself uses.
 *
 * @param isLive whether the result changes asynchronously, as with responses of a service: React then renders as on a
 *   page, and tests wait for the result they expect
 */
export function renderHook<Result>(
  hook: () => Result,
  wrapper: (children: ReactNode) => ReactNode = (children) => children,
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

  // Has every member of an element that React uses while it stays empty.
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
    // Another hook of the test may have removed the page.
    enterPage()
    flush(() => root.unmount())
    // React's remaining work still needs the page. It takes several turns of the event loop, slow ones on a busy machine.
    await new Promise((done) => setTimeout(done, 5))
    for (let turn = 0; turn < 20; turn++) await new Promise((done) => setImmediate(done))
    vi.unstubAllGlobals()
  })
  const render = () => flush(() => root.render(wrapper(createElement(Host))))

  render()

  return {
    get current() {
      return current()
    },
    act: async (action) => {
      if (isLive) await action(current())
      else await act(async () => void (await action(current())))

      return current()
    },
    rerender: render,
  }
}
