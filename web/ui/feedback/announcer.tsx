import { createStore, useStore } from '../../lib/store.ts'

const said = createStore('')

/** Says something to people who do not see the page. */
export function announce(text: string): void {
  said.set('')
  // An equal text is said again only when the region was empty in between.
  setTimeout(() => said.set(text), 50)
}

export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid="announcer">
      {useStore(said)}
    </div>
  )
}
