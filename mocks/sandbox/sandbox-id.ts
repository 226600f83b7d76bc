import { ApiError, InvalidRequest } from '../data/model/shared/errors.ts'

/** The id of the sandbox that receives requests that name none. */
export const defaultSandboxId = 'default'

export function idInUse(id: string): ApiError {
  return new ApiError(409, `Sandbox "${id}" already exists.`)
}

/** @throws {InvalidRequest} when it is not a valid id */
export function checkId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new InvalidRequest({
      sandbox: `"${id.slice(0, 100)}" is not a valid sandbox id: ids have 1 to 64 letters, digits, "-" and "_".`,
    })
  }

  return id
}
