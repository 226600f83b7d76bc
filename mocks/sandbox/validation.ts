/** The treatment of invalid and ignored parts of requests: none, a warning, or an error. */
export const validationLevels = ['off', 'warn', 'enforce'] as const
export type ValidationLevel = (typeof validationLevels)[number]

/** Something invalid or ignored in a request. */
export interface Warning {
  /** A JSON pointer into the body, or the name of a query parameter. */
  readonly place: string
  readonly text: string
}

/** Where something is in a request: the path of a member of its body, or the name of a query parameter. */
export type RequestPlace = readonly (string | number)[] | string

/** Adds a warning. The text is made only if it is used, since a body may have a million ignored members. */
export type Warn = (place: RequestPlace, text: () => string) => void

export function pointerTo(place: RequestPlace): string {
  if (typeof place === 'string') return place

  return place.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
