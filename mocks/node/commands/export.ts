import { writeFile } from 'node:fs/promises'
import { messageOf } from '../../model/shared/errors.ts'
import { option, type CliCommand } from '../command-line/option.ts'
import { Remote, remoteOptions } from './remote.ts'
import { thousands } from '../command-line/thousands.ts'
import { UsageError } from '../command-line/usage-error.ts'

const options = [
  ...remoteOptions,
  option('format', {
    value: '<sandbox|package>',
    help: 'a data file, or a package as the real service exports',
    defaultText: 'sandbox; package for a .zip',
  }),
]

export const exportCommand: CliCommand = {
  name: 'export',
  forms: { 'export [file] [options]': 'export the data of a running sandbox, to stdout if no file is given' },
  options,
  async run(argv) {
    const remote = new Remote(argv, options, 1)
    const [file] = remote.arguments.positionals
    const { format = file?.endsWith('.zip') ? 'package' : 'sandbox' } = remote.arguments.options
    const response = await remote.fetchControl('GET', `/export?format=${encodeURIComponent(String(format))}`)
    const bytes = new Uint8Array(await response.arrayBuffer())

    if (file === undefined) {
      process.stdout.write(bytes)

      return 0
    }

    await writeFile(file, bytes).catch((error: unknown) => {
      throw new UsageError(`${file} can't be written: ${messageOf(error)}.`)
    })
    process.stdout.write(`Saved in ${file}, ${thousands(bytes.length)} bytes.\n`)

    return 0
  },
}
