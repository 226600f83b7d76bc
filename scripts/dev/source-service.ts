/** The service from its source, with data stored in a folder. `sandboxFromSource()` reloads it after edits. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createService } from '../../mocks/local/create-service.ts'
import { isServicePath } from '../../mocks/service/http/access/address.ts'
import { AccessPolicy } from '../../mocks/service/http/access/access-policy.ts'
import { ownHandlers } from '../../mocks/service/http/msw/handler-list.ts'
import { handleRequest } from '../../mocks/doors/node/handle-request.ts'
import { pathOf } from '../../mocks/doors/node/node-messages.ts'
import { openPersisted } from '../../mocks/doors/node/persistence/open-folder.ts'

export interface SourceService {
  /** Whether the service handles a request: its path is below /api or another path of the service. */
  readonly isServiceRequest: (request: IncomingMessage) => boolean
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** Closes the folder. */
  readonly close: () => Promise<void>
}

export async function openService(folder: string): Promise<SourceService> {
  const { sandboxes, close } = await openPersisted(folder)
  const service = createService(sandboxes)
  const handlers = ownHandlers(service)
  const policy = new AccessPolicy({ hosts: [], origins: [] })

  return {
    isServiceRequest: (request) => isServicePath(pathOf(request)),
    handle: (request, response) => handleRequest({ handlers, policy }, request, response),
    close,
  }
}
