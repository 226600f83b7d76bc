import type { HandleRequest } from '../backend/shared-backend.ts'
import type { PageHandlers } from '../page-handlers.ts'
import type { ServiceAddress } from '../service-address.ts'
import { interceptEventSource } from './event-source.ts'
import { interceptFetch } from './fetch.ts'
import { interceptXmlHttpRequest } from './xml-http-request.ts'

/**
 * Handles the page's requests to the service inside the page. Returns the function that stops it; requests in progress
 * are completed.
 */
export function interceptPage(
  address: ServiceAddress,
  handle: HandleRequest,
  handlers: PageHandlers,
): () => void {
  const restore = [
    interceptFetch(address, handle, handlers),
    interceptXmlHttpRequest(address, handle, handlers),
    interceptEventSource(address, handle),
  ]

  return () => restore.forEach((undo) => undo())
}
