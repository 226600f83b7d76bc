import { z } from 'zod'
import type { SandboxOptions } from './create-sandbox.ts'
import type { Commands } from './sandbox/command.ts'
import type { Scenario } from './sandbox/scenarios/scenario.ts'
import { defaultHostname } from './sandbox/sandbox-parts.ts'
import { defaultValidation, validationLevels } from './sandbox/validation.ts'

function isCommands(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((command) => typeof command === 'function')
  )
}

function isScenario(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'name' in value && 'description' in value
}

const sourceExpected = 'Expected the path of a file, folder or zip, or what such a file holds.'

/** What it holds is checked where it is read. */
function isSource(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null)
}

/** A list, or its items in one text with commas in between. */
function listOf(item: z.ZodString) {
  const inText = z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  )

  return z.union([z.array(item), inText.pipe(z.array(item))])
}

const Name = z.string().min(1)
const Origin = z.string().refine(isOrigin, {
  error: ({ input }) =>
    `Expected origins such as "http://localhost:5173", without a path, not "${String(input).slice(0, 60)}".`,
})

/** Of any scheme: applications in a shell of their own have one, too. Pages of files send `null`. */
function isOrigin(text: string): boolean {
  return text === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(text)
}

/** How the command line takes a setting, and what its help and docs/command-line.md say of it. */
export interface OptionDeclaration {
  /** What follows the option, `<folder>`; none where it stands alone. */
  readonly value?: string
  /** Whether what follows is read as a number, where it is one. */
  readonly isNumber?: true
  /** Where `sandbox.config.*` may hold it only. */
  readonly isInFileOnly?: true
  readonly help: string
  /** What holds where it is left out, if the schema does not say so. */
  readonly usual?: string | undefined
  /** The variable of the environment that stands for it. */
  readonly env?: string
}

export const declarations = z.registry<OptionDeclaration>()

const whole = { error: 'Expected a whole number.' }

/** The settings of a sandbox server, each declared once: the command line's options, and what `sandbox.config.ts` may hold. */
export const SandboxConfig = z.strictObject({
  port: z
    .union([z.int().min(0).max(65_535), z.literal('auto')], {
      error: 'Expected a port from 0 to 65535, or "auto".',
    })
    .default(4010)
    .register(declarations, {
      value: '<number|auto>',
      isNumber: true,
      help: 'port to listen on; auto takes the next free one',
      usual: '4010; exec: auto',
    }),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .register(declarations, { value: '<address>', help: 'address to listen on' }),
  seed: z.int(whole).optional().register(declarations, {
    value: '<integer>',
    isNumber: true,
    help: 'the integer that all data follows from',
    usual: '1',
  }),
  entities: z.int(whole).min(0).max(1_000_000).default(1000).register(declarations, {
    value: '<number>',
    isNumber: true,
    help: 'entities of content to generate; users, settings and the like come on top',
  }),
  auth: z.enum(['default', 'required']).default('default').register(declarations, {
    value: '<default|required>',
    help: 'what requests without credentials get: the persona "editor", or 401',
  }),
  rateLimit: z.int(whole).min(1).optional().register(declarations, {
    value: '<number>',
    isNumber: true,
    help: 'requests a user may send in a second before it gets 429',
    usual: 'any number',
  }),
  validate: z
    .enum(validationLevels)
    .default(defaultValidation)
    .register(declarations, {
      value: `<${validationLevels.join('|')}>`,
      help: 'what becomes of what requests say wrongly or in vain: nothing, a warning, 400',
    }),
  hostname: Name.default(defaultHostname).register(declarations, {
    value: '<name>',
    help: 'what GET /api/status gives as its hostname',
  }),
  definitions: z
    .custom<NonNullable<SandboxOptions['definitions']>>(isSource, sourceExpected)
    .optional()
    .register(declarations, {
      value: '<path>',
      help: 'definitions to fill with data instead of the built-in ones: a file, folder or zip',
    }),
  data: z
    .custom<NonNullable<SandboxOptions['data']>>(isSource, sourceExpected)
    .optional()
    .register(declarations, {
      value: '<path>',
      help: 'what to hold instead of generated data: a data file, an answer, a package (zip, folder)',
    }),
  scenario: z.string().min(1).optional().register(declarations, {
    value: '<name>',
    help: 'the scenario to start in, as GET /__sandbox/scenarios lists them',
  }),
  scenarios: z
    .array(z.custom<Scenario>(isScenario, 'Expected a scenario: defineScenario({...}).'))
    .optional()
    .register(declarations, { isInFileOnly: true, help: 'scenarios beside the built-in ones' }),
  commands: z
    .custom<Commands>(isCommands, 'Expected functions by "folder/command".')
    .optional()
    .register(declarations, {
      isInFileOnly: true,
      help: 'what POST /api/commands/{folder}/{command} runs, by "folder/command"',
    }),
  persist: z.string().min(1).optional().register(declarations, {
    value: '<folder>',
    help: 'keep everything in a folder, and go on from there at the next start',
  }),
  requireSandbox: z
    .boolean()
    .default(false)
    .register(declarations, { help: 'refuse requests that name no sandbox' }),
  cors: z
    .union([z.literal('any'), listOf(Origin)])
    .optional()
    .register(declarations, {
      value: '<origins|any>',
      help: 'pages elsewhere that may use /api, such as https://*.shop.example',
      usual: 'all read',
    }),
  trustProxy: z
    .boolean()
    .optional()
    .register(declarations, { help: 'take host and scheme from X-Forwarded-Host and X-Forwarded-Proto' }),
  allowedHosts: listOf(Name).optional().register(declarations, {
    value: '<names>',
    help: 'names beside localhost that the server answers under',
    usual: '/api under any',
  }),
  allowedOrigins: listOf(Origin).optional().register(declarations, {
    value: '<list>',
    help: 'origins of pages beside its own that may use /__sandbox',
  }),
  controlToken: z.string().min(8).optional().register(declarations, {
    value: '<text>',
    help: 'what /__sandbox asks for when --host is beyond this machine',
    usual: 'random',
  }),
  quiet: z.boolean().default(false).register(declarations, { help: 'start without the banner' }),
})
export type SandboxConfig = z.infer<typeof SandboxConfig>

/**
 * Types the settings of a `sandbox.config.ts`.
 *
 * @example
 * export default defineSandbox({ port: 4200, seed: 7, definitions: './definitions.json' })
 */
export function defineSandbox(config: z.input<typeof SandboxConfig>): z.input<typeof SandboxConfig> {
  return config
}
