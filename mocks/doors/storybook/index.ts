/** Sandboxes for stories, in any framework. Imports nothing of Storybook. */
import type { BrowserSandbox } from '../browser/browser-sandbox.ts'
import { startWithBackend, type StartOptions } from '../browser/start-sandbox.ts'
import { backendOf } from '../browser/backend/backend.ts'
import type { SandboxOptions } from '../../local/config.ts'
import { Sandboxes } from '../../sandbox/sandboxes.ts'
import { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'

export { withMatchers, type SandboxExpect } from '../vitest/matchers.ts'
export type { BrowserSandbox } from '../browser/browser-sandbox.ts'
export type { SandboxClient as Sandbox } from '../../client/sandbox-client.ts'

/** The options of a story's sandbox: in `storySandboxes()` for all stories, in `parameters.sandbox` for one. */
export interface StoryOptions
  extends SandboxOptions, Pick<StartOptions, 'baseUrl' | 'handlers' | 'onUnhandledRequest'> {
  /** The user assumed for requests without credentials; null rejects them. */
  readonly actAs?: string | null | undefined
}

/** The part of a story's context that is used here; it is the same in every framework. */
interface StoryContext {
  readonly parameters: Readonly<Record<string, unknown>>
  /** A new one whenever a story is rendered; it stays the same when the story's args change. */
  readonly abortSignal: AbortSignal
}

/** Annotations for the preview of a project. */
export interface SandboxAnnotations {
  readonly loaders: ((context: StoryContext) => Promise<{ sandbox?: BrowserSandbox }>)[]
  readonly beforeEach: (context: StoryContext) => () => Promise<void>
  readonly parameters: { readonly docs: { readonly story: { readonly inline: boolean } } }
}

/**
 * Provides every story with its own sandbox, which handles its requests to the API: a fork of one that is seeded
 * once. Decorators, render functions and `play` find it in `loaded.sandbox`.
 *
 * @example
 * // .storybook/preview.js
 * export default { ...storySandboxes({ entities: 200 }) }
 *
 * // a story
 * export const Offline = { parameters: { sandbox: { scenario: 'maintenance' } } }
 */
export function storySandboxes(options: StoryOptions = {}): SandboxAnnotations {
  const seeded = new SeededSandboxes(['actAs', 'baseUrl', 'handlers', 'onUnhandledRequest'])
  const sandboxes = new WeakMap<AbortSignal, Promise<BrowserSandbox | undefined>>()
  const sandboxFor = ({ parameters, abortSignal }: StoryContext) => {
    const opening = sandboxes.get(abortSignal) ?? openFor(parameters['sandbox'], options, seeded)

    sandboxes.set(abortSignal, opening)

    return opening
  }

  return {
    loaders: [
      async (context) => {
        const sandbox = await sandboxFor(context)

        return sandbox ? { sandbox } : {}
      },
    ],
    beforeEach: (context) => async () => {
      await (await sandboxFor(context))?.close()
    },
    // On a documentation page, each story is in its own frame, and so has its own sandbox.
    parameters: { docs: { story: { inline: false } } },
  }
}

/**
 * Returns the sandbox of a story, from the context that `play`, decorators and render functions get.
 *
 * @throws {Error} when the story has no sandbox
 */
export function sandboxOf({
  loaded,
}: {
  readonly loaded: Readonly<Record<string, unknown>>
}): BrowserSandbox {
  const sandbox = loaded['sandbox']

  if (!sandbox) {
    throw new Error(
      'Failed to find the sandbox of the story: add ...storySandboxes() to .storybook/preview, and remove "sandbox: false" from the parameters.',
    )
  }

  return sandbox as BrowserSandbox // returned by the loader above
}

async function openFor(
  storyOptions: unknown,
  commonOptions: StoryOptions,
  seeded: SeededSandboxes,
): Promise<BrowserSandbox | undefined> {
  if (storyOptions === false) return undefined

  const options: StoryOptions = { ...commonOptions, ...(storyOptions as StoryOptions | undefined) } // parameters of stories have no types
  const { actAs, baseUrl, handlers, onUnhandledRequest, ...sandboxOptions } = options
  const sandbox = await startWithBackend({ baseUrl, handlers, onUnhandledRequest, quiet: true }, async () =>
    backendOf(new Sandboxes(await seeded.fork(sandboxOptions, 'story'))),
  )

  if (actAs !== undefined) await sandbox.actAs(actAs)

  return sandbox
}
