/** Whether a value of JSON is an object. In a file without zod, which the console does not load. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
