import list from './request-examples.json' with { type: 'json' }

/** A request to start from. */
export interface Example {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Requests that work on the built-in data, by resource. */
export const examples: readonly { readonly group: string; readonly requests: readonly Example[] }[] = list

/** The body of an example as text, its links as a client of the service at `origin` would send them. */
export function bodyOfExample({ body }: Example, origin: string): string | undefined {
  return (
    body &&
    JSON.stringify(body, (name, value: unknown) => (name === 'href' ? `${origin}${String(value)}` : value), 2)
  )
}
