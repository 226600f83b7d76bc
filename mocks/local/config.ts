import { z } from 'zod'
import type { DataSource } from '../data/import/sources/source.ts'
import { rejectUnknownOptions } from '../data/model/shared/suggestion.ts'
import type { DataFileInput } from '../data/model/data-file/data-file.ts'
import type { EntityDefinition, OptionList } from '../data/model/definitions/definition.ts'
import type { Entity } from '../data/model/entities/entity.ts'
import { zodMessages, problemsIn } from '../data/model/shared/validation-messages.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import { declarations, flag, listOf, SandboxSettings } from '../sandbox/sandbox-settings.ts'

// Exported here, because otherwise the published types would import it from the package's root, which needs msw.
export type { Scenario }

function isSource(value: unknown): boolean {
  return (typeof value === 'string' && value !== '') || (typeof value === 'object' && value !== null)
}

/** A source of records in any form; its content is validated when it is read. */
function sourceOf<Records>() {
  const expected = 'Expected the path of a file, folder or zip, or the content of such a file.'

  return z.custom<Records | DataSource>(isSource, expected).optional()
}

const Name = z.string().min(1)
const Origin = z.string().refine(isOrigin, {
  error: ({ input }) =>
    `Expected origins such as "http://localhost:5173", without a path, not "${String(input).slice(0, 60)}".`,
})

/** Origins may have any scheme, such as that of a desktop application. Pages opened from files send `null`. */
function isOrigin(text: string): boolean {
  return text === 'null' || /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]+$/.test(text)
}

/** The options that determine the initial data of a sandbox. */
export const DataOptions = z.object({
  seed: z.int().optional().register(declarations, {
    value: '<integer>',
    isNumber: true,
    help: 'the seed from which all data is generated',
    defaultText: '1',
  }),
  entities: z.int().min(0).max(1_000_000).default(1000).register(declarations, {
    value: '<number>',
    isNumber: true,
    help: 'content entities to generate, in addition to users, settings and the like',
  }),
  definitions: sourceOf<readonly EntityDefinition[]>().register(declarations, {
    value: '<path>',
    help: 'definitions to fill with data instead of the built-in ones: a file, folder or zip',
  }),
  optionLists: sourceOf<readonly OptionList[]>().register(declarations, {
    value: '<path>',
    help: 'option lists of those definitions: a file, folder or zip',
  }),
  data: sourceOf<DataFileInput | readonly Entity[]>().register(declarations, {
    value: '<path>',
    help: 'data to load instead of generating it: a data file, response, HAR, package',
  }),
  replay: sourceOf<object>().register(declarations, {
    value: '<file>',
    help: 'a HAR to load as data, and to compare responses with, or with --strict to answer from',
  }),
})

/** The options of a sandbox, wherever it is created: on the command line, in code, in tests, in a page. */
export const SandboxOptions = DataOptions.extend(SandboxSettings.shape)
export type SandboxOptions = Readonly<z.input<typeof SandboxOptions>>

/**
 * The options that a schema declares, with defaults for omitted ones.
 *
 * @throws {TypeError} naming every invalid option
 */
export function optionsIn<T>(schema: z.ZodType<T>, options: SandboxOptions): T {
  const { data, error } = schema.safeParse(options, { error: zodMessages })

  if (!error) return data

  const problems = problemsIn(error.issues).map(({ path, message }) => `${path.join('.')}: ${message}`)

  throw new TypeError(`Failed to create a sandbox: ${problems.join(' ')}`)
}

/**
 * Rejects unknown options of a sandbox.
 *
 * @param more names of options besides those of a sandbox
 *
 * @throws {TypeError} naming each one, with the nearest known name
 */
export function checkOptionNames(options: object, more: readonly string[] = []): void {
  rejectUnknownOptions(options, [...Object.keys(SandboxOptions.shape), ...more], 'create a sandbox')
}

/** How a server listens, and whom it serves. */
export const ServerSettings = z.object({
  port: z
    .union([z.int().min(0).max(65_535), z.literal('auto')], {
      error: 'Expected a port from 0 to 65535, or "auto".',
    })
    .default(4010)
    .register(declarations, {
      value: '<number|auto>',
      short: 'p',
      isNumber: true,
      help: 'port to listen on; auto takes the next free one',
      defaultText: '4010; exec: auto',
      env: 'PORT',
    }),
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .register(declarations, { value: '<address>', help: 'address to listen on; 0.0.0.0 for all interfaces' }),
  https: flag({ help: 'serve over HTTPS, with a generated certificate' }),
  cert: Name.optional().register(declarations, {
    value: '<file>',
    help: 'serve over HTTPS, with a certificate of your own (PEM)',
  }),
  key: Name.optional().register(declarations, {
    value: '<file>',
    help: 'its private key (PEM)',
    defaultText: 'in the file of --cert',
  }),
  cors: z
    .union([z.literal('any'), listOf(Origin)])
    .optional()
    .register(declarations, {
      value: '<origins|any>',
      help: 'other origins whose pages may use /api, such as https://*.shop.example',
      defaultText: 'all may read',
    }),
  trustProxy: z.boolean().optional().register(declarations, {
    help: 'trust the X-Forwarded-* headers of a proxy for host, port, scheme and prefix',
  }),
  allowedHosts: listOf(Name).optional().register(declarations, {
    value: '<names>',
    help: 'host names to accept besides localhost',
    defaultText: 'any for /api',
  }),
  allowedOrigins: listOf(Origin).optional().register(declarations, {
    value: '<list>',
    help: 'origins besides its own whose pages may use /__sandbox',
  }),
  controlToken: z.string().min(8, 'Expected at least 8 characters.').optional().register(declarations, {
    value: '<text>',
    env: 'SANDBOX_CONTROL_TOKEN',
    help: 'token that /__sandbox requires',
    defaultText: 'random if others reach it',
  }),
})

/** The settings of the command line and of a `sandbox.config.ts`. */
export const SandboxConfig = z.strictObject({
  ...ServerSettings.shape,
  ...SandboxOptions.shape,
  persist: z.string().min(1).optional().register(declarations, {
    value: '<folder>',
    help: 'store everything in a folder, and resume from it at the next start',
  }),
  store: z
    .url({
      protocol: /^rediss?$/,
      error: 'Expected the address of a store: redis://[user:password@]host[:port].',
    })
    .optional()
    .register(declarations, {
      value: '<redis://...>',
      help: 'store everything in a Redis shared with other servers',
    }),
  advertise: z
    .url({ protocol: /^http$/, error: 'Expected where other servers reach this one: http://10.0.0.7:4010.' })
    .optional()
    .register(declarations, {
      value: '<url>',
      help: 'URL at which the servers that share the store reach this one',
      defaultText: 'by its address',
    }),
  sandboxLimit: z.int().min(1).default(64).register(declarations, {
    value: '<number>',
    isNumber: true,
    help: 'maximum size of a sandbox in the store, in MiB',
  }),
  lease: z.number().min(0.5).max(60).default(3).register(declarations, {
    value: '<seconds>',
    isNumber: true,
    help: 'seconds until others take over the sandboxes of a server that died',
  }),
  metrics: flag({ help: 'serve metrics for Prometheus at /__sandbox/metrics' }),
  requireSandbox: flag({ help: 'reject requests that name no sandbox' }),
  watch: flag({ help: 'restart when files of settings, definitions or data change' }),
  open: flag({ help: 'open the console in a browser' }),
  quiet: flag({ help: 'print neither the banner nor requests', defaultText: 'no; exec: yes' }),
  json: flag({ help: 'print the start and each request as a line of JSON' }),
})
export type SandboxConfig = Readonly<z.infer<typeof SandboxConfig>>

/**
 * Types the settings of a `sandbox.config.ts`.
 *
 * @example
 * export default defineSandbox({ port: 4200, seed: 7, definitions: './definitions.json' })
 */
export function defineSandbox(config: z.input<typeof SandboxConfig>): z.input<typeof SandboxConfig> {
  return config
}
