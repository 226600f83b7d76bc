import { absoluteServiceUrl } from '../lib/addresses.ts'
import list from './request-examples.json' with { type: 'json' }

/** An example request for the explorer. */
export interface Example {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Requests that work on the built-in data, by resource. */
export const examples: readonly { readonly group: string; readonly requests: readonly Example[] }[] = list

/** The body of an example as JSON text, with absolute links to this sandbox. */
export function bodyOfExample({ body }: Example): string | undefined {
  return body && JSON.stringify(body, withAbsoluteLink, 2)
}

function withAbsoluteLink(name: string, value: unknown): unknown {
  return name === 'href' ? `${absoluteServiceUrl}${String(value)}` : value
}
