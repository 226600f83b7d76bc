import { text as readAll } from 'node:stream/consumers'
import { z } from 'zod'
import { readJson } from '../../../data/model/shared/read-json.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { problemsIn, zodMessages } from '../../../data/model/shared/validation-messages.ts'
import { convertTexts } from '../../../service/http/declare-request.ts'
import { readArguments, type CliCommand, type Option, option, UsageError } from '../command-line/arguments.ts'
import { type Connected, connectionOptions, connectTo } from './connect-to.ts'

interface Declaration<Input extends z.ZodObject, Result> {
  /** As on the command line: `give <definition> [entity]`; the arguments are the first members of `input`. */
  readonly form: string
  readonly help: string
  /**
   * The schema of each argument, then of each option, with a description. It accepts its output too, since the protocol of
   * assistants applies it before.
   */
  readonly input: Input
  readonly run: (to: Connected, input: z.infer<Input>) => Result | Promise<Result>
  /** The result for people. Default: as JSON, or "Done." without a result. */
  readonly text?: (result: Result, input: z.infer<Input>) => string
  /** Whether the result is a negative one, for which a command ends with 1. */
  readonly isNegative?: (result: Result) => boolean
  /** With `--follow`: prints the result and what is added to it, until the server ends. */
  readonly follow?: (to: Connected, input: z.infer<Input>, result: Result, print: Print) => Promise<void>
  /** Whether it is a command only, and no tool of assistants. */
  readonly isCommandOnly?: boolean
  readonly isReadOnly?: boolean
}

type Print = (text: string, result: unknown) => void

/** Something that a command and a tool of assistants do with a running sandbox. */
export interface Verb extends Pick<
  Declaration<z.ZodObject, never>,
  'form' | 'help' | 'input' | 'isCommandOnly' | 'isReadOnly'
> {
  /** Of the command and of the tool. */
  readonly name: string
  readonly canFollow: boolean
  /**
   * @param connect called when the input is valid
   *
   * @throws {UsageError} for invalid input
   */
  readonly call: (connect: () => Promise<Connected>, given: object) => Promise<Outcome>
}

interface Outcome {
  readonly result: unknown
  readonly text: string
  readonly isNegative: boolean
  readonly follow: (print: Print) => Promise<void> | undefined
}

export function verb<Input extends z.ZodObject, Result>(declaration: Declaration<Input, Result>): Verb {
  const { form, input, run, text = textOf, isNegative = () => false, follow } = declaration

  return {
    ...declaration,
    name: form.replace(/ [^]*/, ''),
    canFollow: follow !== undefined,
    async call(connect, given) {
      const { data, error } = input.safeParse(given, { error: zodMessages })

      if (error) {
        const problems = problemsIn(error.issues).map(({ path, message }) => `${path.join('.')}: ${message}`)

        throw new UsageError(problems.join(' '))
      }
      const to = await connect()
      const result = await run(to, data)

      return {
        result,
        text: text(result, data),
        isNegative: isNegative(result),
        follow: (print) => follow?.(to, data, result, print),
      }
    },
  }
}

/** A result as text: "Done." for none. */
export function textOf(result: unknown): string {
  return typeof result === 'string' ? result : (JSON.stringify(result, null, 1) ?? 'Done.')
}

/** Of commands with a result. */
export const jsonOption = option('json', { help: 'print the result as JSON' })
const followOption = option('follow', { short: 'f', help: 'go on with what is added, until Ctrl-C' })

export function commandOf(called: Verb): CliCommand {
  const { name, form, help, input, canFollow } = called
  const members = Object.entries(input.shape)
  const [, ...parts] = form.split(/ (?=[<[])/)
  const words = parts.filter((part) => !/^\[(options|-.)\]$/.test(part))
  const options = [
    ...connectionOptions,
    jsonOption,
    ...members.slice(words.length).map(([key, schema]) => optionOf(key, schema)),
    ...(canFollow ? [followOption] : []),
  ]

  return {
    name,
    forms: { [form]: help },
    options,
    async run(argv) {
      const { positionals, options: given } = readArguments(argv, options, words.length)
      const missing = words.slice(positionals.length).find((word) => word.startsWith('<'))
      const values: Record<string, unknown> = {}

      if (missing !== undefined) throw new UsageError(`${name} needs ${missing}: entity-sandbox ${form}.`)
      for (const [index, [key, schema]] of members.entries()) {
        const value = index < words.length ? positionals[index] : given[key]

        if (value !== undefined) values[key] = await valueIn(String(value), innerOf(schema), key)
      }

      const print: Print = (text, result) => {
        // A result that is a text is printed as it is.
        const isJson = given['json'] === true && typeof result !== 'string'
        const shown = isJson ? JSON.stringify(result ?? null) : text

        process.stdout.write(shown.endsWith('\n') ? shown : `${shown}\n`)
      }

      try {
        const { result, text, isNegative, follow } = await called.call(() => connectTo(given), values)

        if (given['follow'] === true) {
          // Nobody reads on, as after `logs -f | head`.
          process.stdout.once('error', () => process.exit(0))
          await follow(print)
          throw new Error('The server has stopped.')
        }
        print(text, result)

        return isNegative ? 1 : 0
      } catch (error) {
        if (error instanceof UsageError) throw error
        process.stderr.write(`entity-sandbox: ${messageOf(error)}\n`)

        return 1
      }
    },
  }
}

function optionOf(name: string, schema: z.core.$ZodType): Option {
  const inner = innerOf(schema)
  const { description = '' } = inner
  const help = `${description.charAt(0).toLowerCase()}${description.slice(1)}`.replace(/`|\.$/g, '')

  if (inner instanceof z.ZodBoolean) return option(name, { help })
  if (inner instanceof z.ZodNumber) return option(name, { help, value: '<number>', isNumber: true })

  return option(name, { help, value: inner instanceof z.ZodEnum ? `<${inner.options.join('|')}>` : '<text>' })
}

/** A schema without `optional()` and `default()`. */
function innerOf(schema: z.core.$ZodType): z.ZodType {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? schema.unwrap() : schema

  if (!(inner instanceof z.ZodType)) throw new TypeError('A verb takes schemas of zod.')

  return inner
}

/** What a text on the command line means: a schema that is not one of texts and numbers takes JSON too, `-` from stdin. */
async function valueIn(text: string, schema: z.ZodType, key: string): Promise<unknown> {
  const isPlain = [z.ZodString, z.ZodEnum, z.ZodNumber, z.ZodBoolean].some((each) => schema instanceof each)
  const source = !isPlain && text === '-' ? await readAll(process.stdin) : text

  if (isPlain || !/^\s*[{[]/.test(source)) return convertTexts(schema, [source])

  try {
    return readJson(source)
  } catch (error) {
    throw new UsageError(`${key}: ${messageOf(error)}`)
  }
}
