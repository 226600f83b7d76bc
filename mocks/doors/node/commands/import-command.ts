import { z } from 'zod'
import { readPath } from '../../../data/import/sources/source-files.ts'
import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import { readArguments } from '../command-line/arguments.ts'
import { option, type CliCommand, UsageError } from '../command-line/option.ts'
import { Remote, remoteOptions } from './remote.ts'

const options = [
  ...remoteOptions,
  option('baseline', { help: 'make the imported data the state that reset restores' }),
]

const Imported = z.object({ lines: z.array(z.string()) })

export const importCommand: CliCommand = {
  name: 'import',
  forms: {
    'import <path> [options]': 'import data, a response, HAR or package into a running sandbox',
  },
  options,
  async run(argv) {
    const { positionals, options: given } = readArguments(argv, options, 1)
    const [path] = positionals
    const remote = new Remote(given)

    if (path === undefined)
      throw new UsageError('import needs a file or folder: entity-sandbox import export.json.')

    const query = given['baseline'] === true ? '?baseline=true' : ''
    const { lines } = Imported.parse(await remote.sendControl('POST', `/import${query}`, await bytesAt(path)))

    process.stdout.write(['Imported.', ...lines, ''].join('\n'))

    return 0
  },
}

/** The bytes of a file; of a folder, a zip of its files. */
async function bytesAt(path: string): Promise<Uint8Array> {
  try {
    const { files, isFolder } = await readPath(path, 'path')
    const [file] = files

    if (!isFolder && file) return file.bytes

    const { zipSync } = await import('fflate')

    return zipSync(Object.fromEntries(files.map((each) => [each.path, each.bytes])))
  } catch (error) {
    throw error instanceof InvalidRequest ? new UsageError(error.message) : error
  }
}
