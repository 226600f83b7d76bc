/** Whether a run takes its time, as `npm run test:deep` does, instead of the seconds that every change is worth. */
export const isDeep = process.env.DEEP === '1'

/** The seed of everything random in a run; a deep run prints it, and is repeated with it. */
export const seed = Number(process.env.SEED ?? 7)
