/** A client of the service and its controls, typed by their contract. It takes nothing else of the package. */
export {
  createClient,
  ResponseError,
  type ClientResponse,
  type ResponseOf,
  type Client,
  type ClientOptions,
  type RequestOf,
} from './client.ts'
export { entityInput, isOf, type EntityOf, type GivenEntity } from './entities.ts'
export type * from './operations.ts'
// All of it, so that the file of `entity-sandbox types` can add to what is in it.
export type * from '../model/definitions/typed-definitions.ts'
