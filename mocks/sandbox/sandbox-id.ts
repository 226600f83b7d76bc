import { ApiError, InvalidRequest } from '../model/shared/errors.ts'

/** The id of the sandbox that requests reach when they name none. */
export const defaultSandboxId = 'default'

export function idInUse(id: string): ApiError {
  return new ApiError(409, `Sandbox "${id}" already exists.`)
}

/** @throws {InvalidRequest} when it can't be one */
export function checkId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) {
    throw new InvalidRequest({
      sandbox: `"${id.slice(0, 100)}" is not a valid sandbox id: ids have 1 to 64 letters, digits, "-" and "_".`,
    })
  }

  return id
}
