import type { UserHandlers } from '../../service/http/msw/msw-handler.ts'
import type { HandleRequest } from './backend/shared-backend.ts'
import { BrowserSandbox } from './browser-sandbox.ts'
import { interceptPage } from './page/intercept-page.ts'
import { PageHandlers } from './page-handlers.ts'
import { reasonOf } from './reason.ts'
import { notOfTest, ServiceAddress } from './service-address.ts'

interface Options {
  readonly baseUrl?: string | undefined
  readonly handlers?: UserHandlers | undefined
  readonly quiet?: boolean | undefined
}

declare global {
  /** The id of the sandbox of a Playwright test, in its pages. */
  var entitySandboxOfTest: string | undefined
}

/**
 * Returns the sandbox of the Playwright test for use in its page. Requests go to the network, where the test handles them;
 * two sandboxes would each see only a part of what happens.
 *
 * @throws {Error} when the test does not handle the requests of this page
 */
export async function sandboxOfTest(
  id: string,
  { baseUrl: given = location.origin, handlers: initial, quiet }: Options,
): Promise<BrowserSandbox> {
  const address = new ServiceAddress(given, true)
  const { baseUrl } = address
  const handlers = new PageHandlers(address, askNetwork, initial)
  const stop = interceptPage(handlers)

  try {
    const sandbox = await BrowserSandbox.of({
      baseUrl,
      handle: askNetwork,
      handlers,
      stop,
    })

    if (sandbox.id !== id) throw new Error(`a sandbox "${sandbox.id}" answers there`)
    if (!quiet) {
      console.info(
        `[entity-sandbox] ${baseUrl}/api is handled by the sandbox of the Playwright test. Its data and settings apply (sandboxOptions), not those of the page.`,
      )
    }

    return sandbox
  } catch (error) {
    const message = `${notOfTest} at ${baseUrl}: ${reasonOf(error)}. Either set sandboxOptions so that the test handles ${baseUrl}/api (the option "api", and no path before /api), or do not start a sandbox in the page.`

    stop()
    console.error(message)
    throw new Error(message, { cause: error })
  }
}

/** Sends a request of the sandbox's own to the network, past the handlers of the page. */
const askNetwork: HandleRequest = async ({ method, baseUrl, path }) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { Accept: 'application/json, msw/passthrough' },
  })

  if (!response.headers.get('Content-Type')?.includes('json')) {
    throw new Error(`no sandbox answers ${method} ${path} there`)
  }

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: new Uint8Array(await response.arrayBuffer()),
  }
}
