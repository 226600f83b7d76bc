/** Whether a run takes its time, as `npm run test:deep` does, instead of the seconds that every change is worth. */
export const isDeep = process.env.DEEP === '1'

/** What everything random in a run follows from; a deep run says it, and is repeated with it. */
export const seed = Number(process.env.SEED ?? 7)
