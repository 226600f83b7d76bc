import { definitionsText } from '../../../data/model/definitions/definitions-text.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { readArguments, option, type CliCommand } from '../command-line/arguments.ts'
import { throwDescribed } from './open-server.ts'
import { readSettings } from '../command-line/read-settings.ts'

const options = [
  option('graphql', { help: 'print the GraphQL schema instead: types my.json --graphql > schema.graphql' }),
]

export const types: CliCommand = {
  name: 'types',
  forms: {
    'types [definitions] [--graphql]': 'print the definitions as types: types my.json > entities.d.ts',
  },
  options,
  async run(argv) {
    const { positionals, options: given } = readArguments(argv, options, 1)
    const [definitions] = positionals
    const { config } = await readSettings(process.cwd(), {
      options: definitions === undefined ? {} : { definitions },
      givenAs: { definitions: 'types' },
    })
    const { data } = await buildSandbox({ ...config, entities: 0 }).catch(throwDescribed)

    // graphql-js is loaded only for its schema.
    const text = given.graphql
      ? (await import('../../../local/graphql-schema-text.ts')).graphqlSchemaText(data)
      : definitionsText(data)

    process.stdout.write(text)

    return 0
  },
}
