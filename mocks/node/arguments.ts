import { parseArgs } from 'node:util'
import { UsageError } from './usage-error.ts'

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  seed: { type: 'string' },
  entities: { type: 'string' },
  auth: { type: 'string' },
  definitions: { type: 'string' },
  cors: { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'allowed-origins': { type: 'string' },
  'control-token': { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

export const usage = `entity-sandbox: the entity, status and notification service on your machine

Usage: entity-sandbox [options]

  --port <number|auto>      port to listen on (4010); auto takes the next free one
  --host <address>          address to listen on (127.0.0.1)
  --seed <integer>          the integer that all data follows from (1)
  --entities <number>       how many entities to generate (1000)
  --auth <default|required> what requests without credentials get: the persona "editor", or 401 (default)
  --definitions <file>      entity definitions to fill with data instead of the built-in ones
  --cors <origins|any>      origins of pages that may read what /api answers (any)
  --allowed-hosts <names>   names beside localhost under which /__sandbox and the console answer
  --allowed-origins <list>  origins of pages beside its own that may use /__sandbox
  --control-token <text>    what /__sandbox asks for when --host is beyond this machine (random)
  --quiet                   start without the banner
  -h, --help                this text
  -v, --version             the version

A sandbox.config.ts, .js or .json in the current folder holds the same options.
`

export interface Arguments {
  readonly wants: 'help' | 'version' | 'start'
  /** The options given, numbers read as numbers. */
  readonly settings: Readonly<Record<string, string | number | boolean>>
}

/** @throws {UsageError} when an option is unknown or lacks its value */
export function readArguments(argv: readonly string[]): Arguments {
  const { help, version, ...given } = parse(argv)
  const settings = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      typeof value === 'string' && /^[+-]?\d+$/.test(value) ? Number(value) : value,
    ]),
  )

  if (help) return { wants: 'help', settings }

  return { wants: version ? 'version' : 'start', settings }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowNegative: true, allowPositionals: false })
      .values
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\.\s/)

    throw new UsageError(`${sentence.replace(/\.$/, '')}. See entity-sandbox --help.`)
  }
}
