import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../../model/shared/errors.ts'

export type OptionValues = Readonly<Record<string, string | number | boolean | string[]>>

export interface Arguments {
  /** The options given; those that are numbers as such. */
  readonly options: OptionValues
  readonly positionals: readonly string[]
}

/** @throws {UsageError} when an option is unknown or lacks its value, or there are more arguments than expected */
export function readArguments(
  argv: readonly string[],
  options: NonNullable<ParseArgsConfig['options']>,
  mostPositionals: number,
): Arguments {
  const { values, positionals } = parse(argv, options)
  const tooMany = positionals[mostPositionals]

  if (tooMany !== undefined)
    throw new UsageError(`Unexpected argument '${tooMany}'. See entity-sandbox --help.`)

  const given = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[camelCase(name), read(name, value)]],
  )

  return { options: Object.fromEntries(given), positionals }
}

function parse(argv: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowNegative: true, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = messageOf(error).split(/\.\s/)

    throw new UsageError(`${sentence.replace(/\.$/, '')}. See entity-sandbox --help.`)
  }
}

/** `allowed-hosts` is the setting `allowedHosts`. */
function camelCase(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A name, a token or a folder stays as it is, even where it has digits only. */
const numeric = new Set(['port', 'seed', 'entities', 'rate-limit'])

function read(
  name: string,
  value: string | boolean | (string | boolean)[],
): string | number | boolean | string[] {
  if (Array.isArray(value)) return value.map(String)

  return numeric.has(name) && typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value
}
