/** In milliseconds. */
export const dayLength = 86_400_000
