import { parseArgs, type ParseArgsConfig } from 'node:util'
import { suggestion } from '../../../data/model/shared/suggestion.ts'
import type { z } from 'zod'
import { declarations, type OptionDeclaration } from '../../../sandbox/sandbox-settings.ts'

export type OptionValues = Readonly<Record<string, string | number | boolean>>

export type Arguments = ReturnType<typeof readArguments>

/**
 * Reads options from the command line, and those missing there from the environment.
 *
 * @throws {UsageError} for an option that is unknown, repeated or without its value, and for surplus arguments
 */
export function readArguments(
  argv: readonly string[],
  options: readonly Option[],
  maxPositionals: number,
  environment: NodeJS.ProcessEnv = process.env,
) {
  const commandLineOptions = options.filter(({ isInFileOnly }) => !isInFileOnly)
  /** The given options by name, from the command line or the environment; numeric ones as numbers. */
  const given: Record<string, string | number | boolean> = {}
  /** The form in which each was given: `--port`, `-p` or `PORT`. */
  const givenAs: Record<string, string> = {}
  const positionals: string[] = []

  for (const { env, name, isNumber } of commandLineOptions) {
    if (env === undefined) continue
    const value = environment[env]

    if (!value) continue
    given[name] = isNumber ? numberIn(value) : value
    givenAs[name] = env
  }

  const byName = new Map(
    commandLineOptions.flatMap((option) => namesOf(option).map((each) => [each, option])),
  )
  const seen = new Set<string>()

  // Not strict: a strict parseArgs() suggests no similar name, and treats a negative number as an option.
  const { tokens } = parseArgs({
    args: [...argv],
    options: parseArgsOptions(commandLineOptions),
    strict: false,
    allowPositionals: true,
    tokens: true,
  })

  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue

    const option = byName.get(`--${token.name}`)

    if (!option) {
      const similar = suggestion(token.rawName, byName.keys())

      throw new UsageError(`Unknown option '${token.rawName}'. ${similar || 'See entity-sandbox --help.'}`)
    }

    const isRepeated = seen.has(option.name)
    const value = valueOf(token, option)

    if (isRepeated && !option.isRepeatable)
      throw new UsageError(`${option.flag} is given twice. Give it once.`)
    seen.add(option.name)
    given[option.name] = isRepeated ? `${given[option.name]} ${value}` : value
    givenAs[option.name] = token.rawName
  }

  const surplus = positionals[maxPositionals]

  if (surplus !== undefined)
    throw new UsageError(`Unexpected argument '${surplus}'. See entity-sandbox --help.`)

  return { options: given, givenAs, positionals }
}

/** An option token of `parseArgs`. */
interface OptionToken {
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

/** Options without a value can also be negated. */
function namesOf({ flag, value }: Option): string[] {
  return value === undefined ? [flag, negated(flag)] : [flag]
}

function negated(flag: string): string {
  return flag.replace('--', '--no-')
}

function valueOf({ rawName, value, inlineValue }: OptionToken, option: Option): string | number | boolean {
  if (option.value === undefined) {
    const isNegated = rawName === negated(option.flag)

    if (inlineValue) {
      const other = isNegated ? option.flag : negated(option.flag)

      throw new UsageError(`${rawName} takes no value: remove "=${value}", or use ${other}.`)
    }

    return !isNegated
  }

  // What looks like an option is not taken as a value, except after "=".
  const isMissing = value === undefined || (!inlineValue && /^-(?!\d)/.test(value))

  if (isMissing) throw new UsageError(`${rawName} needs a value: ${option.flag} ${option.value}.`)

  return option.isNumber ? numberIn(value) : value
}

/** Text that is not a number is passed on, and rejected by the schema of its setting. */
function numberIn(value: string): string | number {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : value
}

/** An error that the user can correct. Its message says how. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

/** An option of a command. */
export interface Option extends OptionDeclaration {
  /** Its name in settings: `rateLimit`. */
  readonly name: string
  /** Its name on the command line: `--rate-limit`. */
  readonly flag: string
}

export function option(name: string, declaration: OptionDeclaration): Option {
  return { flag: flagOf(name), ...declaration, name }
}

/** @throws when a setting has no declaration, and so no help */
export function optionsOf({ shape }: z.ZodObject): Option[] {
  return Object.entries(shape).map(([name, schema]) => {
    const declaration = declarations.get(schema)

    if (!declaration) throw new Error(`The setting ${name} has no declaration for the command line.`)

    return option(name, { ...declaration, defaultText: declaration.defaultText ?? defaultOf(schema) })
  })
}

/** `allowedHosts` is `--allowed-hosts`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** The options in the form of `parseArgs`. */
function parseArgsOptions(options: readonly Option[]): NonNullable<ParseArgsConfig['options']> {
  return Object.fromEntries(
    options.map(({ flag, value, short }) => [
      flag.slice(2),
      { type: value === undefined ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) },
    ]),
  )
}

function defaultOf(schema: z.ZodType): string | undefined {
  const { data } = schema.safeParse(undefined)

  return typeof data === 'string' || typeof data === 'number' ? String(data) : undefined
}

/** One of the commands of `entity-sandbox`. Parsing, `--help` and docs/command-line.md follow from it. */
export interface CliCommand {
  readonly name: string
  /** Its forms on the command line, with descriptions. */
  readonly forms: Readonly<Record<string, string>>
  readonly options: readonly Option[]
  /** Returns the exit code, or undefined while a server runs. */
  readonly run: (argv: readonly string[]) => Promise<number | undefined>
}
