import { z } from 'zod'
import type { SandboxOptions } from './create-sandbox.ts'
import type { Commands } from './sandbox/command.ts'
import type { Scenario } from './sandbox/scenarios/scenario.ts'
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

/** The settings of a sandbox server: the command line's options, and what `sandbox.config.ts` may hold. */
export const SandboxConfig = z.strictObject({
  /** Port to listen on; `auto` takes the first free one from 4010 on. */
  port: z.union([z.int().min(0).max(65_535), z.literal('auto')], {
    error: 'Expected a port from 0 to 65535, or "auto".',
  }),
  /** Address to listen on. */
  host: z.string().min(1),
  /** The integer that everything random follows from. */
  seed: z.int({ error: 'Expected a whole number.' }).optional(),
  /** How many entities of content to generate; users, settings and the like come on top. */
  entities: z.int({ error: 'Expected a whole number.' }).min(0).max(1_000_000),
  /** Whether requests without credentials act as the default persona, or get 401. */
  auth: z.enum(['default', 'required']),
  /** How many requests a user may send in a second before it gets 429; any number by default. */
  rateLimit: z.int({ error: 'Expected a whole number.' }).min(1).optional(),
  /** What becomes of what requests say wrongly or in vain: nothing, a warning, or 400. */
  validate: z.enum(validationLevels),
  /** What `POST /api/commands/{folder}/{command}` runs, by `folder/command`. */
  commands: z.custom<Commands>(isCommands, 'Expected functions by "folder/command".').optional(),
  /** Names beside loopback ones under which the controls and the console answer. */
  allowedHosts: listOf(Name).optional(),
  /** Origins of pages beside the sandbox's own that may use the controls. */
  allowedOrigins: listOf(Origin).optional(),
  /** Origins of pages that may read what the interface answers; any by default. */
  cors: z.union([z.literal('any'), listOf(Origin)]).optional(),
  /** What the controls ask for when `host` is beyond loopback; random text by default. */
  controlToken: z.string().min(8).optional(),
  /** Entity definitions to fill with data, or the path of a file, folder or zip that holds them. */
  definitions: z.custom<NonNullable<SandboxOptions['definitions']>>(isSource, sourceExpected).optional(),
  /** What to hold instead of generated entities, or the path of a file, folder or zip that holds it. */
  data: z.custom<NonNullable<SandboxOptions['data']>>(isSource, sourceExpected).optional(),
  /** Name of the scenario to start in. */
  scenario: z.string().min(1).optional(),
  /** Scenarios beside the built-in ones. */
  scenarios: z
    .array(z.custom<Scenario>(isScenario, 'Expected a scenario: defineScenario({...}).'))
    .optional(),
  /** Folder to keep everything in, and to go on from at the next start. */
  persist: z.string().min(1).optional(),
  /** Whether requests that name no sandbox are refused. */
  requireSandbox: z.boolean(),
  /** Whether to start without the banner. */
  quiet: z.boolean(),
})
export type SandboxConfig = z.infer<typeof SandboxConfig>

export const defaultConfig: SandboxConfig = {
  port: 4010,
  host: '127.0.0.1',
  entities: 1000,
  auth: 'default',
  validate: defaultValidation,
  requireSandbox: false,
  quiet: false,
}

/**
 * Types the settings of a `sandbox.config.ts`.
 *
 * @example
 * export default defineSandbox({ port: 4200, seed: 7, definitions: './definitions.json' })
 */
export function defineSandbox(
  config: Partial<z.input<typeof SandboxConfig>>,
): Partial<z.input<typeof SandboxConfig>> {
  return config
}
