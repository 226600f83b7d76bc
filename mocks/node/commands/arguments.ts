import { parseArgs } from 'node:util'
import { type Option, parsing } from './option.ts'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../../model/shared/errors.ts'

export type OptionValues = Readonly<Record<string, string | number | boolean>>

export interface Arguments {
  /** The options given, by name, on the command line or in the environment; those that are numbers as such. */
  readonly options: OptionValues
  readonly positionals: readonly string[]
}

/** @throws {UsageError} when an option is unknown or lacks its value, or there are more arguments than expected */
export function readArguments(
  argv: readonly string[],
  options: readonly Option[],
  mostPositionals: number,
): Arguments {
  const { values, positionals } = parse(argv, options)
  const tooMany = positionals[mostPositionals]

  if (tooMany !== undefined)
    throw new UsageError(`Unexpected argument '${tooMany}'. See entity-sandbox --help.`)

  const given = options.flatMap(({ name, flag, env, isNumber }) => {
    const value = values[flag.slice(2)] ?? (env === undefined ? undefined : process.env[env])

    // No option may be given several times.
    return value === undefined || Array.isArray(value) ? [] : [[name, isNumber ? numberIn(value) : value]]
  })

  return { options: Object.fromEntries(given), positionals }
}

function parse(argv: readonly string[], options: readonly Option[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: parsing(options),
      strict: true,
      allowNegative: true,
      allowPositionals: true,
    })
  } catch (error) {
    const [sentence = ''] = messageOf(error).split(/\.\s/)

    throw new UsageError(`${sentence.replace(/\.$/, '')}. See entity-sandbox --help.`)
  }
}

/** Text that is no number stays as it is, for the check to refuse. */
function numberIn<V>(value: V): V | number {
  return typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value
}
