import { version as packageVersion } from '../package.json'

/** The version of the package. */
export const version: string = packageVersion
