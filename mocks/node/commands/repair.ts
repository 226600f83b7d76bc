import { FolderError } from '../persistence/folder-error.ts'
import { repairFolder } from '../persistence/repair.ts'
import { readArguments } from './arguments.ts'
import { UsageError } from './usage-error.ts'

/** `entity-sandbox repair <folder>`: makes a damaged folder one that can be opened, and says what was dropped. */
export async function repair(argv: readonly string[]): Promise<number> {
  const [folder] = readArguments(argv, {}, 1).positionals

  if (folder === undefined) throw new UsageError('repair needs the folder: entity-sandbox repair ./data.')

  try {
    const dropped = await repairFolder(folder)

    process.stdout.write(
      dropped.length === 0
        ? `${folder} is whole.\n`
        : `${folder} can be opened again; what could not be read stays in it as level.damaged-1 and so on. Wrong was:\n${dropped.map((line) => `- ${line}\n`).join('')}`,
    )

    return 0
  } catch (error) {
    throw error instanceof FolderError ? new UsageError(error.message) : error
  }
}
