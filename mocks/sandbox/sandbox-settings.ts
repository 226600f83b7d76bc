import { z } from 'zod'
import { Json } from '../data/model/shared/json.ts'
import { isPlainObject } from '../data/model/shared/plain-object.ts'
import { passthroughItem } from './passthrough.ts'
import { WebhookOrUrl } from '../data/model/messages/webhook.ts'
import { JournalLimits } from './journal/journal.ts'
import type { Scenario } from './scenarios/scenario.ts'
import type { Data, DataDraft } from '../data/model/data-tables.ts'
import type { User } from '../data/model/users/users.ts'

/** The treatment of invalid and ignored parts of requests: none, a warning, or an error. */
export const validationLevels = ['off', 'warn', 'enforce'] as const
export type ValidationLevel = (typeof validationLevels)[number]

export interface CommandContext {
  readonly data: Data
  readonly user: User
  /** The sandbox's time, ISO 8601 UTC. */
  readonly now: string
  /** Changes the data at once; if `rule` throws, nothing changes. */
  change<R>(rule: (draft: DataDraft) => R): R
}

/**
 * A command, or a script of the same form: a function that receives the request's body and returns the response's, or the
 * response's body itself, which a JSON file can contain too.
 */
export type Command = Json | ((input: Json, context: CommandContext) => Json | Promise<Json>)

/** Commands by `folder/command`, or scripts by identifier. */
export interface Commands {
  readonly [name: string]: Command
}

/** How the command line accepts a setting, and the texts in its help, docs/command-line.md and editors. */
export interface OptionDeclaration {
  /** The value's placeholder in help, `<folder>`; undefined for flags. */
  readonly value?: string
  /** Its short option, `p` for `-p`. */
  readonly short?: string
  /** Whether a numeric value is parsed as a number. */
  readonly isNumber?: true
  /** Whether it is accepted in `sandbox.config.*` and in code only. */
  readonly isInFileOnly?: true
  /** Whether it is accepted on the command line only. */
  readonly isOnCommandLineOnly?: true
  /** Its name on the command line, if that is not the name of the setting. */
  readonly flag?: string
  /** Whether it may be given several times: the values are joined by spaces. */
  readonly isRepeatable?: true
  readonly help: string
  /** The default in words, where the schema has none. */
  readonly defaultText?: string | undefined
  /** The environment variable that sets it. */
  readonly env?: string
}

export const declarations = z.registry<OptionDeclaration>()

/** A setting that is off unless it is given. */
export function flag(declaration: OptionDeclaration) {
  return z.boolean().default(false).register(declarations, declaration)
}

function isCommands(value: unknown, names: RegExp): boolean {
  return (
    isPlainObject(value) &&
    Object.entries(value).every(
      ([name, command]) =>
        names.test(name) && (typeof command === 'function' || Json.safeParse(command).success),
    )
  )
}

function isScenario(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && 'description' in value
}

/** A list, or a text with its items between separators. */
export function listOf<Item extends z.ZodType>(item: Item, separator: string | RegExp = ',') {
  const list = z.array(item)
  const inText = z.string().transform((text) =>
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

  // Texts are what the items are read from, which their own types need not say.
  return z.union([list, inText.pipe(list as z.ZodType<z.output<Item>[], string[]>)]).readonly()
}

const limit = (most: number) => z.int().min(1).default(most)

/** How large a GraphQL query may be. */
const GraphqlLimits = z.object({
  /** Levels of fields. */
  depth: limit(20),
  /** Fields in the result: those of a list count for each entity that it has, whatever its `first` says. */
  complexity: limit(250_000),
  aliases: limit(500),
  /** Names, values, braces and so on in the document. */
  tokens: limit(10_000),
  /** Bytes of the result. */
  bytes: limit(16 * 2 ** 20),
  /** How long the execution may take. */
  seconds: limit(10),
})

/** The settings of a sandbox, declared once for the command line, its configuration file, code and tests. */
export const SandboxSettings = z.object({
  auth: z.enum(['default', 'required']).default('default').register(declarations, {
    value: '<default|required>',
    help: 'treat requests without credentials as those of "editor", or reject them (401)',
  }),
  signIn: z.string().min(1).optional().register(declarations, {
    value: '<user>',
    help: 'the user as whom /oauth/authorize signs in without its page',
    defaultText: 'none',
  }),
  redirectUris: listOf(z.url('Expected an absolute URL.'), /\s+/).default([]).register(declarations, {
    value: '<url>',
    flag: '--redirect-uri',
    isRepeatable: true,
    help: 'where /oauth/authorize may send a browser, besides loopback addresses',
    defaultText: 'none',
  }),
  rateLimit: z.int().min(1).optional().register(declarations, {
    value: '<number>',
    isNumber: true,
    help: 'requests that a user may send per second; beyond it 429',
    defaultText: 'unlimited',
  }),
  prefer: z.boolean().default(true).register(declarations, {
    help: 'let a request ask for its response: "Prefer: code=503, delay=2000" (milliseconds)',
  }),
  validate: z
    .enum(validationLevels)
    .default('warn')
    .register(declarations, {
      value: `<${validationLevels.join('|')}>`,
      help: 'what to do about invalid or ignored input: nothing, a warning, 400',
    }),
  /** Interface 2.5.1. Not the machine's name, so that responses are the same on every machine. */
  hostname: z.string().min(1).default('entity-sandbox').register(declarations, {
    value: '<name>',
    help: 'the hostname in GET /api/status',
  }),
  scenario: z.string().min(1).optional().register(declarations, {
    value: '<name>',
    help: 'the scenario to start in, one of GET /__sandbox/scenarios',
  }),
  scenarios: z
    .array(z.custom<Scenario>(isScenario, 'Expected a scenario: defineScenario({...}).'))
    .readonly()
    .default([])
    .register(declarations, { isInFileOnly: true, help: 'scenarios in addition to the built-in ones' }),
  commands: z
    .custom<Commands>(
      (value) => isCommands(value, /^[^/]+\/[^/]+$/),
      'Expected functions or JSON by "folder/command".',
    )
    .default({})
    .register(declarations, {
      value: '<file>',
      help: 'what POST /api/commands/{folder}/{command} runs or returns, by "folder/command"',
    }),
  scripts: z
    .custom<Commands>((value) => isCommands(value, /^[^/]+$/), 'Expected functions or JSON by identifier.')
    .default({})
    .register(declarations, {
      value: '<file>',
      help: 'what POST /api/scripts/{script}/execute runs or returns, by identifier',
    }),
  target: z
    .url({ protocol: /^https?$/, error: 'Expected the base URL of a service: https://real.example.' })
    .refine(
      (url) => !/[@?#]/.test(url),
      'Expected a URL without user, query and fragment. A token belongs into the option of its own.',
    )
    .optional()
    .register(declarations, {
      value: '<base URL>',
      help: 'a real service, which answers the requests that are passed on',
    }),
  targetToken: z.string().min(1).optional().register(declarations, {
    value: '<token>',
    env: 'TARGET_TOKEN',
    help: 'access token for the target; those of requests are not passed on',
  }),
  passthrough: listOf(
    z.string().regex(passthroughItem, 'Expected paths, with or without a method, or names of definitions.'),
  )
    .default([])
    .register(declarations, {
      value: '<routes>',
      help: 'what to pass on to the target: "GET /api/entities/:id, M.Asset"',
      defaultText: 'nothing',
    }),
  webhooks: listOf(WebhookOrUrl, /\s+/).default([]).register(declarations, {
    value: '<url>',
    flag: '--webhook',
    isRepeatable: true,
    help: 'a receiver of every change of an entity; in a file also of some changes',
    defaultText: 'none',
  }),
  webhookHosts: listOf(z.string().min(1)).default([]).register(declarations, {
    value: '<names>',
    help: 'hosts to which triggers may send, with or without a port',
    defaultText: 'none',
  }),
  strict: flag({ help: 'with --replay: answer exactly as recorded, and nothing else' }),
  graphql: GraphqlLimits.prefault({}).register(declarations, {
    isInFileOnly: true,
    help: 'limits of a GraphQL query: depth, complexity, aliases, tokens, bytes, and seconds',
    defaultText: '20, 250000, 500, 10000, 16 MiB, 10',
  }),
  journal: JournalLimits.prefault({}).register(declarations, {
    isInFileOnly: true,
    help: 'limits of the request journal: entries, and bodyBytes of each body',
    defaultText: '1000, 64 KiB',
  }),
  memoryBudget: z
    .number()
    .min(0)
    .default(256 * 2 ** 20)
    .register(declarations, {
      isInFileOnly: true,
      help: 'bytes kept besides the data: journals, changes to undo, and caches of all sandboxes',
      defaultText: '256 MiB',
    }),
})
export type SandboxSettings = Readonly<z.infer<typeof SandboxSettings>>
