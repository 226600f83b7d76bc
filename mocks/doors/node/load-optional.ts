import { messageOf } from '../../data/model/shared/errors.ts'
import { UsageError } from './command-line/arguments.ts'

/** Loads an optional package, only when it is needed. @throws {UsageError} when it is not installed */
export async function loadOptional<Module>(
  name: string,
  what: string,
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load()
  } catch (cause) {
    throw new UsageError(
      `${what} requires the package ${name}, which can't be loaded (${messageOf(cause)}): npm install ${name}`,
      { cause },
    )
  }
}
