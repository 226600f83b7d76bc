import type { Json } from '../model/shared/json.ts'
import type { Data, DataDraft } from '../model/tables.ts'
import type { User } from './access/users.ts'

export interface CommandContext {
  readonly data: Data
  readonly user: User
  /** The sandbox's time, ISO 8601 UTC. */
  readonly now: string
  /** Changes the data in one transaction, which is rolled back if `rule` throws. */
  change<R>(rule: (draft: DataDraft) => R): Promise<R>
}

/**
 * A command, or a script of the same form: a function that receives the request's body and returns the response's, or the
 * response's body itself, which a JSON file can contain too.
 */
export type Command = Json | ((input: Json, context: CommandContext) => Json | Promise<Json>)

/** Commands by `folder/command`, or scripts by identifier. */
export interface Commands {
  readonly [name: string]: Command
}
