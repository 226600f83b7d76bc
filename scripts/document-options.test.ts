import { expect, test } from 'vitest'
import { withHelp } from './document-options.ts'

test('published types describe each option with its default', () => {
  const types = `export declare const SandboxSettings: z.ZodObject<{
    hostname: z.ZodDefault<z.ZodString>;
    journal: z.ZodPrefault<z.ZodObject<{
        entries: z.ZodDefault<z.ZodNumber>;
    }>>;
}>;`

  expect(withHelp(types)).toBe(`export declare const SandboxSettings: z.ZodObject<{
    /** The hostname in GET /api/status. Default: entity-sandbox. */
    hostname: z.ZodDefault<z.ZodString>;
    /** Limits of the request journal: entries, and bodyBytes of each body. Default: 1000, 64 KiB. */
    journal: z.ZodPrefault<z.ZodObject<{
        entries: z.ZodDefault<z.ZodNumber>;
    }>>;
}>;`)
})
