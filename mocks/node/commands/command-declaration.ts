import type { Option } from '../command-line/option.ts'

/** One of the commands of `entity-sandbox`. Parsing, `--help` and docs/command-line.md follow from it. */
export interface CliCommand {
  readonly name: string
  /** Its forms on the command line, with descriptions. */
  readonly forms: Readonly<Record<string, string>>
  readonly options: readonly Option[]
  /** Returns the exit code, or undefined while a server runs. */
  readonly run: (argv: readonly string[]) => Promise<number | undefined>
}
