import type { ServiceRequest } from '../http/request.ts'
import type { Reply } from '../http/replies/reply.ts'

/** Answers a request of the page: the service in this tab, or the one in the tab that leads. */
export type HandleRequest = (request: ServiceRequest) => Reply | Promise<Reply>
