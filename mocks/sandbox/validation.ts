/** The treatment of invalid and ignored parts of requests: none, a warning, or an error. */
export const validationLevels = ['off', 'warn', 'enforce'] as const
export type ValidationLevel = (typeof validationLevels)[number]
