import { availableNames, suggestion } from '../../model/shared/suggestion.ts'
import type { CliCommand } from './command-declaration.ts'
import { doctor } from './doctor.ts'
import { drift } from '../upstream/drift.ts'
import { exec } from './exec.ts'
import { exportCommand } from './export.ts'
import { fork } from './fork.ts'
import { helpCommand } from './help.ts'
import { importCommand } from './import.ts'
import { mcp } from './mcp.ts'
import { repair } from './repair.ts'
import { record } from '../upstream/record.ts'
import { resetCommand } from './reset.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'
import { UsageError } from '../command-line/usage-error.ts'
import { types } from './types.ts'

/** In the order of the help. */
export const commands: readonly CliCommand[] = [
  start,
  exec,
  record,
  drift,
  resetCommand,
  exportCommand,
  importCommand,
  snapshot,
  fork,
  types,
  repair,
  mcp,
  doctor,
  helpCommand(() => commands, commandNamed),
]

/** @throws {UsageError} naming similar commands, when there is none of this name */
export function commandNamed(name: string): CliCommand {
  const found = commands.find((each) => each.name === name)

  if (found) return found

  const names = commands.map((each) => each.name)

  throw new UsageError(
    `Unknown command '${name}'. ${suggestion(name, names) || availableNames(names)} See entity-sandbox --help.`,
  )
}
