import type { Command } from './command-declaration.ts'
import { exec } from './exec.ts'
import { repair } from './repair.ts'
import { reset } from './reset.ts'
import { snapshot } from './snapshot.ts'
import { start } from './start.ts'

/** All there are, in the order in which help names them. */
export const commands: readonly Command[] = [start, exec, reset, snapshot, repair]
