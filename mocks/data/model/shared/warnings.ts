/** Something in a request that is invalid or ignored, or that differs from the interface. */
export interface Warning {
  /** A JSON pointer into the body, or the name of a query parameter. */
  readonly place: string
  readonly text: string
  /** Whether it is never more than a warning. */
  readonly isAccepted: boolean
}

/** Where something is in a request: the path of a member of its body, or the name of a query parameter. */
export type RequestPlace = readonly (string | number)[] | string

/**
 * What becomes of a request with a warning where the validation level is `enforce`: it is rejected; or accepted, since
 * the interface allows it, or existing clients are known to send it.
 */
export const severities = ['rejected', 'accepted'] as const
export type Severity = (typeof severities)[number]

/**
 * Adds a warning. The text is made only if it is used, since a body may have a million ignored members.
 *
 * @param severity default `rejected`
 */
export type Warn = (place: RequestPlace, text: () => string, severity?: Severity) => void

export function pointerTo(place: RequestPlace): string {
  if (typeof place === 'string') return place

  return place.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
