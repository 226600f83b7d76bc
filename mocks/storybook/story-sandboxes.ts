import type { BrowserSandbox } from '../browser/browser-sandbox.ts'
import { startIn, type StartOptions } from '../browser/start-sandbox.ts'
import { backendOf } from '../browser/backend/backend.ts'
import type { SandboxOptions } from '../config.ts'
import { Sandboxes } from '../sandbox/sandboxes.ts'
import { SeededSandboxes } from '../testkit/seeded-sandboxes.ts'

/** The options of a story's sandbox: in `storySandboxes()` for all stories, in `parameters.sandbox` for one. */
export interface StoryOptions
  extends SandboxOptions, Pick<StartOptions, 'baseUrl' | 'handlers' | 'onUnhandledRequest'> {
  /** The user assumed for requests without credentials; null rejects them. */
  readonly actAs?: string | null | undefined
}

/** The used part of a story's context, in any framework. */
interface StoryContext {
  readonly parameters: Readonly<Record<string, unknown>>
  /** One for each time that a story is put on the page; it stays the same when its args change. */
  readonly abortSignal: AbortSignal
}

/** Annotations of a project, for its preview. */
export interface SandboxAnnotations {
  readonly loaders: ((context: StoryContext) => Promise<{ sandbox?: BrowserSandbox }>)[]
  readonly beforeEach: (context: StoryContext) => () => Promise<void>
  readonly parameters: { readonly docs: { readonly story: { readonly inline: boolean } } }
}

/**
 * Gives every story its own sandbox, which handles its requests to the API: a copy of one that is seeded
 * once. It is in `loaded.sandbox` of decorators, render functions and `play`.
 *
 * @example
 * // .storybook/preview.js
 * export default { ...storySandboxes({ entities: 200 }) }
 *
 * // a story
 * export const Offline = { parameters: { sandbox: { scenario: 'maintenance' } } }
 */
export function storySandboxes(options: StoryOptions = {}): SandboxAnnotations {
  const seeded = new SeededSandboxes()
  const open = new WeakMap<AbortSignal, Promise<BrowserSandbox | undefined>>()
  const sandboxFor = ({ parameters, abortSignal }: StoryContext) => {
    const opened = open.get(abortSignal) ?? openFor(parameters['sandbox'], options, seeded)

    open.set(abortSignal, opened)

    return opened
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
    // The stories of a documentation page each have their own frame, and so their own sandbox.
    parameters: { docs: { story: { inline: false } } },
  }
}

/**
 * The sandbox of a story, from the context that `play`, decorators and render functions get.
 *
 * @throws when it has none
 */
export function sandboxOf({
  loaded,
}: {
  readonly loaded: Readonly<Record<string, unknown>>
}): BrowserSandbox {
  const sandbox = loaded['sandbox']

  if (!sandbox) {
    throw new Error(
      'Failed to find the story\'s sandbox: put ...storySandboxes() into .storybook/preview, and leave out "sandbox: false" among the parameters.',
    )
  }

  return sandbox as BrowserSandbox // what the loader above has put there
}

async function openFor(
  own: unknown,
  common: StoryOptions,
  seeded: SeededSandboxes,
): Promise<BrowserSandbox | undefined> {
  if (own === false) return undefined

  const options: StoryOptions = { ...common, ...(own as StoryOptions | undefined) } // a story's parameters have no types
  const { actAs, baseUrl, handlers, onUnhandledRequest, ...sandboxOptions } = options
  const sandbox = await startIn({ baseUrl, handlers, onUnhandledRequest, quiet: true }, async () =>
    backendOf(new Sandboxes(await seeded.fork(sandboxOptions, 'story'))),
  )

  if (actAs !== undefined) await sandbox.actAs(actAs)

  return sandbox
}
