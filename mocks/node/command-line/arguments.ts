import { parseArgs } from 'node:util'
import { suggestion } from '../../model/shared/suggestion.ts'
import { type Option, parsing } from './option.ts'
import { UsageError } from './usage-error.ts'

export type OptionValues = Readonly<Record<string, string | number | boolean>>

export interface Arguments {
  /** The options given, by name, on the command line or in the environment; those that are numbers as such. */
  readonly options: OptionValues
  /** How each was given: `--port`, `-p` or `PORT`. */
  readonly givenAs: Readonly<Record<string, string>>
  readonly positionals: readonly string[]
}

/**
 * Reads the options of a command line, and of the environment those that it lacks.
 *
 * @throws {UsageError} when an option is unknown, given twice or lacks its value, or there are more arguments than expected
 */
export function readArguments(
  argv: readonly string[],
  options: readonly Option[],
  maxPositionals: number,
  environment: NodeJS.ProcessEnv = process.env,
): Arguments {
  const typed = options.filter(({ isInFileOnly }) => !isInFileOnly)
  const given: Record<string, string | number | boolean> = {}
  const givenAs: Record<string, string> = {}
  const positionals: string[] = []

  for (const { env, name, isNumber } of typed) {
    if (env === undefined) continue
    const value = environment[env]

    if (!value) continue
    given[name] = isNumber ? numberIn(value) : value
    givenAs[name] = env
  }

  const byName = new Map(typed.flatMap((option) => namesOf(option).map((each) => [each, option])))
  const onLine = new Set<string>()

  // Strict parsing knows no nearest name, and takes a negative number for an option.
  const { tokens } = parseArgs({
    args: [...argv],
    options: parsing(typed),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })

  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue

    const option = find(token, byName)

    if (onLine.has(option.name)) throw new UsageError(`${option.flag} is given twice. Give it once.`)
    onLine.add(option.name)
    given[option.name] = valueOf(token, option)
    givenAs[option.name] = token.rawName
  }

  const tooMany = positionals[maxPositionals]

  if (tooMany !== undefined)
    throw new UsageError(`Unexpected argument '${tooMany}'. See entity-sandbox --help.`)

  return { options: given, givenAs, positionals }
}

/** An option as written on the command line. */
interface Typed {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function find({ name, rawName }: Typed, byName: ReadonlyMap<string, Option>): Option {
  const found = byName.get(`--${name}`)

  if (found) return found

  throw new UsageError(
    `Unknown option '${rawName}'. ${suggestion(rawName, byName.keys()) || 'See entity-sandbox --help.'}`,
  )
}

/** Options without a value can also be negated. */
function namesOf({ flag, value }: Option): string[] {
  return value === undefined ? [flag, noOf(flag)] : [flag]
}

function noOf(flag: string): string {
  return flag.replace('--', '--no-')
}

function valueOf({ rawName, value, inlineValue }: Typed, option: Option): string | number | boolean {
  if (option.value === undefined) {
    const isNegated = rawName === noOf(option.flag)

    if (inlineValue) {
      const other = isNegated ? option.flag : noOf(option.flag)

      throw new UsageError(`${rawName} takes no value: remove "=${value}", or use ${other}.`)
    }

    return !isNegated
  }

  // An argument that looks like an option is one, unless it was joined to this one.
  const isLeftOut = value === undefined || (!inlineValue && /^-(?!\d)/.test(value))

  if (isLeftOut) throw new UsageError(`${rawName} needs a value: ${option.flag} ${option.value}.`)

  return option.isNumber ? numberIn(value) : value
}

/** Text that is not a number is passed on, and rejected by the schema of its setting. */
function numberIn(value: string): string | number {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : value
}
