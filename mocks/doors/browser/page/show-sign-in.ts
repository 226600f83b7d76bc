import type { PageHandlers } from '../page-handlers.ts'

/**
 * Shows the page for signing in when the application leads to it, in place of the application: no server has it. It leads
 * back like any other page. In browsers without the Navigation API the request goes to the server.
 */
export function interceptSignIn(current: () => PageHandlers | undefined): void {
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const handlers = current()
    const { url } = event.destination

    if (!event.cancelable || !handlers?.isSignInPage(new URL(url))) return
    event.preventDefault()
    void show(handlers, url, event.formData)
  })
}

/** @param choice the form of the page, if it leads here */
async function show(handlers: PageHandlers, url: string, choice: FormData | null): Promise<void> {
  // The page has no field for files.
  const texts = Array.from(choice ?? [], ([name, value]) => [name, typeof value === 'string' ? value : ''])
  const body = choice && new URLSearchParams(texts)
  const response = await handlers.respond(new Request(url, { method: choice ? 'POST' : 'GET', body }))
  const target = response?.headers.get('location')

  if (target) return location.assign(target)
  document.documentElement.innerHTML = (await response?.text()) ?? ''
  for (const form of document.forms) form.action = url
}
