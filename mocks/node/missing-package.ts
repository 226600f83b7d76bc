import { messageOf } from '../model/shared/errors.ts'

/** An optional package is not installed. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage'

  constructor(name: string, what: string, cause: unknown) {
    super(
      `${what} requires the package ${name}, which can't be loaded (${messageOf(cause)}): npm install ${name}`,
      {
        cause,
      },
    )
  }
}
