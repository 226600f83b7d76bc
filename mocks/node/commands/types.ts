import { definitionsText } from '../../model/definitions/definitions-text.ts'
import { buildSandbox } from '../../build-sandbox.ts'
import { readArguments } from '../command-line/arguments.ts'
import type { CliCommand } from './command-declaration.ts'
import { describeFailure } from './open-server.ts'
import { readSettings } from '../command-line/settings.ts'

export const types: CliCommand = {
  name: 'types',
  forms: {
    'types [definitions]': 'print the definitions as types: types my.json > entities.d.ts',
  },
  options: [],
  async run(argv) {
    const [definitions] = readArguments(argv, [], 1).positionals
    const { config } = await readSettings(process.cwd(), {
      options: definitions === undefined ? {} : { definitions },
      givenAs: { definitions: 'types' },
    })
    const { data } = await buildSandbox({ ...config, entities: 0 }).catch(async (error: unknown) => {
      throw await describeFailure(error, config)
    })

    process.stdout.write(definitionsText(data))

    return 0
  },
}
