/** A client of the service and its controls, typed by their contract. It takes nothing else of the package. */
export {
  createClient,
  RequestRefused,
  type Answered,
  type AnswerOf,
  type Client,
  type ClientOptions,
  type RequestOf,
} from './client.ts'
export type * from './operations.ts'
