/** A request in the form in which doors pass it to the service. */
export interface ServiceRequest {
  readonly method: string
  /** Base URL at which the service was addressed, with the path prefix of a proxy if there is one: `https://host/prefix`. */
  readonly baseUrl: string
  /** Path as sent, still percent-encoded. */
  readonly path: string
  /** Query string without `?`. */
  readonly search: string
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined
  /** All headers, names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array | undefined
}

export function isRead({ method }: ServiceRequest): boolean {
  return method === 'GET' || method === 'HEAD'
}
