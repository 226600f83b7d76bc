import { definitions } from './domain.ts'

/** The built-in definitions that every sandbox has, also one with other definitions. */
export const systemDefinitions = definitions.filter((each) => each.is_system_owned)
