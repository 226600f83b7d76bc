import { InvalidRequest } from '../model/shared/errors.ts'
import { dottedPlace, type Warning } from '../sandbox/validation.ts'

/** Maximum number of reported warnings, since a body may have any number of invalid parts. */
export const maxWarnings = 20

/** The response header with the warnings. */
export const warningHeader = 'X-Sandbox-Warning'

/** Maximum length of the header; the journal has all warnings. */
const maxHeaderLength = 2000

/** The warnings as an error, for a sandbox whose validation level is `enforce`. */
export function warningsAsError(warnings: readonly Warning[]): InvalidRequest {
  return new InvalidRequest(Object.fromEntries(warnings.map(({ place, text }) => [dottedPlace(place), text])))
}

/** Warnings as the value of a header, in ASCII only. */
export function inHeader(warnings: readonly Warning[]): string {
  return warnings
    .map(({ place, text }) => `${place}: ${text}`)
    .join('; ')
    .slice(0, maxHeaderLength)
    .replace(/[^\x20-\x7e]/gu, '?')
}
