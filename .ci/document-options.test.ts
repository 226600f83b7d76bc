import { expect, test } from 'vitest'
import { withHelp } from './document-options.ts'

test('published types say what an option does, and what holds without it', () => {
  const types = `export declare const SandboxSettings: z.ZodObject<{
    hostname: z.ZodDefault<z.ZodString>;
    journal: z.ZodPrefault<z.ZodObject<{
        entries: z.ZodDefault<z.ZodNumber>;
    }>>;
}>;`

  expect(withHelp(types)).toBe(`export declare const SandboxSettings: z.ZodObject<{
    /** What GET /api/status gives as its hostname. Default: entity-sandbox. */
    hostname: z.ZodDefault<z.ZodString>;
    /** How much the journal of requests holds: entries, bodyBytes, and totalBytes in all sandboxes. Default: 1000, 64 KiB, 64 MiB. */
    journal: z.ZodPrefault<z.ZodObject<{
        entries: z.ZodDefault<z.ZodNumber>;
    }>>;
}>;`)
})
