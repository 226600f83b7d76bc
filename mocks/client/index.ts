/** A client of the service and its controls, typed by their contract. It imports nothing else from the package. */
export {
  createClient,
  ResponseError,
  type ClientResponse,
  type ResponseOf,
  type Client,
  type ClientOptions,
  type RequestOf,
} from './client.ts'
export { entityInput, isOf, type EntityOf, type GivenEntity } from './entity-types.ts'
export type * from './operations.ts'
// All types, so that the file that `entity-sandbox types` writes can augment this module.
export type * from '../data/model/definitions/typed-definitions.ts'
