import { InvalidRequest } from '../model/shared/errors.ts'
import { dottedPlace, type Warning } from '../sandbox/validation.ts'

/** Maximum number of reported warnings: a body may have any number of them. */
export const maxWarnings = 20

/** The response header with the warnings. */
export const warningHeader = 'X-Sandbox-Warning'

/** How much of them the header holds; the journal has them all. */
const maxHeaderLength = 2000

/** The warnings as an error, where the sandbox enforces. */
export function warningsAsError(warnings: readonly Warning[]): InvalidRequest {
  return new InvalidRequest(Object.fromEntries(warnings.map(({ place, text }) => [dottedPlace(place), text])))
}

/** Warnings as the value of a header, which has no letters but those of ASCII. */
export function inHeader(warnings: readonly Warning[]): string {
  return warnings
    .map(({ place, text }) => `${place}: ${text}`)
    .join('; ')
    .slice(0, maxHeaderLength)
    .replace(/[^\x20-\x7e]/gu, '?')
}
