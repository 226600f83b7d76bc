/** Whether tests run at full length (`npm run test:deep`), instead of the few seconds that they have in `npm test`. */
export const isDeep = process.env.DEEP === '1'

/** How often a property is tested: `count` times in `npm test`, `deep` times in a deep run. */
export const runs = (count: number, deep = 10 * count): number => (isDeep ? deep : count)

/** The seed of everything random in a run. A deep run prints it, so that the run can be repeated. */
export const seed = Number(process.env.SEED ?? 7)
