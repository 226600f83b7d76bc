import { repairFolder } from '../persistence/repair-folder.ts'
import { readArguments, type CliCommand, UsageError } from '../command-line/arguments.ts'

export const repair: CliCommand = {
  name: 'repair',
  forms: { 'repair <folder>': 'repair a damaged --persist folder' },
  options: [],
  async run(argv) {
    const [folder] = readArguments(argv, [], 1).positionals

    if (folder === undefined) throw new UsageError('repair needs a folder: entity-sandbox repair ./data.')

    const damage = await repairFolder(folder)

    process.stdout.write(
      damage.length === 0
        ? `${folder} is not damaged.\n`
        : `${folder} was repaired:\n${damage.map((line) => `- ${line}\n`).join('')}`,
    )

    return 0
  },
}
