import type { ServiceRequest } from '../http/request.ts'
import type { Reply } from '../http/replies/reply.ts'

/** Handles a request of the page, by the service in this tab or in the leader. */
export type HandleRequest = (request: ServiceRequest) => Reply | Promise<Reply>
