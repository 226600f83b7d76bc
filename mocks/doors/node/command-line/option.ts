import type { ParseArgsConfig } from 'node:util'
import type { z } from 'zod'
import { declarations, type OptionDeclaration } from '../../../sandbox/sandbox-settings.ts'

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
export function parseArgsOptions(options: readonly Option[]): NonNullable<ParseArgsConfig['options']> {
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
