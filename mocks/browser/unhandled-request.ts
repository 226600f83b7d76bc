/** How to treat a request without a response: the same options as msw's. */
export type UnhandledRequestStrategy =
  | 'bypass'
  | 'warn'
  | 'error'
  | ((request: Request, print: { warning(): void; error(): void }) => void)

/**
 * Reports that neither a handler nor the service handles a request, which then goes to the network.
 *
 * @param isAsset whether it is for a file of the page, which is not reported
 *
 * @throws {TypeError} as `fetch` does, when the strategy blocks it
 */
export function reportUnhandled(
  request: Request,
  strategy: UnhandledRequestStrategy,
  isAsset: (request: Request) => boolean,
): void {
  const what = `${request.method} ${request.url}`
  const warning = () =>
    console.warn(
      `[entity-sandbox] ${what} goes to the network: neither the service nor a handler matches it.`,
    )
  const error = () => {
    console.error(`[entity-sandbox] ${what} is blocked: neither the service nor a handler matches it.`)

    throw new TypeError('Failed to fetch')
  }

  if (typeof strategy === 'function') strategy(request, { warning, error })
  else if (strategy === 'warn' && !isAsset(request)) warning()
  else if (strategy === 'error' && !isAsset(request)) error()
}
