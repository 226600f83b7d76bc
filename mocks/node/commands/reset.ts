import { option, type CliCommand } from '../command-line/option.ts'
import { Remote, remoteOptions } from './remote.ts'

const options = [
  ...remoteOptions,
  option('seed', { value: '<integer>', isNumber: true, help: 'generate the data of another seed' }),
]

export const resetCommand: CliCommand = {
  name: 'reset',
  forms: {
    'reset [options]': 'reset a running sandbox to its baseline: the initial or imported data',
  },
  options,
  async run(argv) {
    const remote = new Remote(argv, options, 0)
    const { seed } = remote.arguments.options

    await remote.sendControl('POST', '/reset', seed === undefined ? {} : { seed })
    process.stdout.write('The sandbox was reset.\n')

    return 0
  },
}
